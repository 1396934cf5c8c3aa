import { type Static, Type } from "@withholding-forms/contract/typebox";
import { choice, closed, constant, mapOf, words } from "./parts.js";

const addressFields = mapOf(closed({ pattern: Type.Optional(words), required: choice("always", "never") }));

const fields = mapOf(
  closed({
    pattern: Type.Optional(words),
    /** `printed`: by the forms that print it. */
    required: choice("always", "printed", "never"),
    requiredWhenNumberStartsWith: Type.Optional(words),
    /** Of the expiry date of such a number: what to say once it is over. */
    expired: Type.Optional(words),
  }),
);
export type IdentityFields = Static<typeof fields>;

const parties = closed({ employee: fields, employer: fields });

/** `identity.yaml` */
export const identity = closed(
  {
    US: parties,
    CA: parties,
    messages: closed({ homeAbroad: words, employerAbroad: words }),
    address: closed({ US: addressFields, CA: addressFields }),
    patterns: mapOf(
      closed({
        pattern: words,
        message: words,
        format: Type.Optional(words),
        masked: Type.Optional(words),
        /** Words that may be entered instead of a number, and how each is printed. */
        words: Type.Optional(mapOf(words, { minProperties: 1 })),
        value: Type.Optional(constant("date")),
      }),
    ),
  },
  { title: "What fillPdf takes about employee and employer" },
);
