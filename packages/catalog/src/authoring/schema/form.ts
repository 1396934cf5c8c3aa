import { Type } from "typebox";
import { always, choice, closed, date, mapOf, sources, words } from "./parts.js";

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
    agency: words,
    revision: words,
    effective: date,
    retired: Type.Optional(date),
    extends: Type.Optional(
      Type.String({ pattern: "^(?:(?:us|ca)/[A-Z_]+/)?(?:[A-Z0-9]+/)?[0-9]+\\.[0-9]+\\.[0-9]+$" }),
    ),
    federalValues: Type.Optional(Type.Boolean()),
    needs: Type.Optional(
      closed({ employee: Type.Optional(mapOf(always)), employer: Type.Optional(mapOf(always)) }),
    ),
    use: words,
    sources: { ...sources, minItems: 1 },
    doubts: Type.Array(words),
    confidence: choice("high", "medium", "low"),
    prints: Type.Optional(words),
  },
  { title: "One version of one form: identity, dates, sources" },
);
