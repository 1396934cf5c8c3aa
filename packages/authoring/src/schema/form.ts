import { noticeDues, verificationLevels } from "@withholding-forms/contract";
import { type Static, Type } from "@withholding-forms/contract/typebox";
import {
  choice,
  closed,
  constant,
  date,
  formSources,
  id,
  locality,
  mapOf,
  oneOf,
  words,
  year,
} from "./parts.js";

const setName = Type.String({ pattern: "^(?:(?:us|ca)/[A-Z_]+/)?[0-9]{4}[a-z0-9-]*$" });

const basis = choice("printed", "rule", "follows", "reading");
const until = Type.String({
  pattern:
    "^(?:REPLACED|CONDITION|NOT_STATED|END_OF_YEAR|JAN_31|FEB_15|APR_30|FEDERAL_CLAIM|figure\\.\\w+|[0-9]{4}-[0-9]{2}-[0-9]{2})$",
});

const claim = closed({
  when: words,
  until,
  basis,
  /**
   * Expression for the year that END_OF_YEAR and its like mean, which must be this year or the next; by default the
   * form's, or that of the signature.
   */
  year: Type.Optional(words),
  /** The last day on which a new claim is accepted, where that is before `until`. */
  acceptedUntil: Type.Optional(
    Type.String({
      pattern: "^(?:END_OF_YEAR|JAN_31|FEB_15|APR_30|figure\\.\\w+|[0-9]{4}-[0-9]{2}-[0-9]{2})$",
    }),
  ),
  question: Type.Optional(id),
  note: Type.Optional(words),
});
export type ClaimSource = Static<typeof claim>;

const valid = closed({
  taxYear: Type.Optional(oneOf(year, constant("formYear"))),
  until,
  basis,
  note: Type.Optional(words),
  exemption: Type.Optional(Type.Array(claim, { minItems: 1 })),
});

/** Returned with the form's question sets and its PDF; with `when`, only with the PDF. */
const notice = closed({
  /** Of notices.yaml. */
  code: Type.String({ pattern: "^[A-Z]+(?:_[A-Z0-9]+)*$" }),
  message: words,
  when: Type.Optional(words),
  /** Instead of that of the code. */
  due: Type.Optional(choice(...noticeDues)),
});

/** What the form's text can want from the employer. */
export const duties = [
  "KEEP",
  "SEND_COPY_TO_AGENCY",
  "SEND_ORIGINAL_TO_AGENCY",
  "REPORT_DOUBTS",
  "CHECK_DOCUMENTS",
  "COMPLETE_EMPLOYER_PART",
  "ATTACH_DOCUMENT",
] as const;

/** `form.yaml` of a form version. */
export const form = closed(
  {
    name: words,
    title: words,
    type: choice(
      "RESIDENT",
      "NON_RESIDENT",
      "EXEMPT",
      "EXEMPT_MILITARY_SPOUSE",
      "EXEMPT_NATIVE_AMERICAN",
      "EXEMPT_MILITARY",
      "PENSION",
      "LOCAL",
      "CANADA_RESIDENT",
    ),
    language: choice("en", "es", "fr"),
    /** A locality of the state, where the form is not the state's own. */
    locality: Type.Optional(locality),
    agency: words,
    revision: words,
    /** Where the agency publishes the form: the file, or the page that lists it. */
    published: Type.String({ pattern: "^https://[^\\s]+$" }),
    effective: date,
    retired: Type.Optional(date),
    year: Type.Optional(year),
    figures: Type.Optional(oneOf(year, setName, Type.Array(oneOf(year, setName), { minItems: 1 }))),
    literals: Type.Optional(
      Type.Array(
        closed({ value: Type.Unsafe<string | number>({ type: ["string", "number"] }), reason: words }),
        {
          minItems: 1,
        },
      ),
    ),
    extends: Type.Optional(
      Type.String({ pattern: "^(?:(?:us|ca)/[A-Z_]+/)?(?:[A-Z0-9]+/)?[0-9]+\\.[0-9]+\\.[0-9]+$" }),
    ),
    /** Of a copy that extends its own earlier version: the version of another form that its changes are now made to. */
    on: Type.Optional(
      Type.String({ pattern: "^(?:(?:us|ca)/[A-Z_]+/)?[A-Z0-9]+/[0-9]+\\.[0-9]+\\.[0-9]+$" }),
    ),
    federalValues: Type.Optional(Type.Boolean()),
    valid: Type.Optional(valid),
    /** A number of the employee for which the form uses another pattern of identity.yaml. */
    numbers: Type.Optional(mapOf(words, { minProperties: 1 })),
    shown: Type.Optional(
      closed({
        /** Where the agency publishes the form: linked on every page of it. */
        address: Type.String({ pattern: "^https://[^\\s]+$" }),
        /** Parts of the form that every employee sees before signing, by the names that sets have under `steps`. */
        steps: Type.Array(words, { minItems: 1, uniqueItems: true }),
      }),
    ),
    notice: Type.Optional(oneOf(notice, Type.Array(notice, { minItems: 1 }))),
    /** What the form's text wants from the employer, as actions of notices. */
    duties: Type.Optional(Type.Array(choice(...duties), { uniqueItems: true })),
    use: words,
    sources: formSources,
    doubts: Type.Array(words),
    verification: closed({
      /** Whether this print was seen. */
      face: choice(...verificationLevels),
      /** Whether the law or the instructions were read. */
      rules: choice(...verificationLevels),
      revision: words,
      checked: date,
    }),
    prints: Type.Optional(words),
  },
  { title: "One version of one form: identity, dates, sources" },
);
