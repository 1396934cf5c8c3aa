import { type Static, Type } from "typebox";
import { always, closed, constant, mapOf, words } from "./parts.js";

const fields = mapOf(
  closed({
    pattern: Type.Optional(words),
    required: always,
    requiredWhenNumberStartsWith: Type.Optional(words),
  }),
);
export type IdentityFields = Static<typeof fields>;

const parties = closed({ employee: fields, employer: fields });

/** `identity.yaml` */
export const identity = closed(
  {
    US: parties,
    CA: parties,
    address: closed({ US: fields, CA: fields }),
    patterns: mapOf(
      closed({
        pattern: words,
        message: words,
        format: Type.Optional(words),
        masked: Type.Optional(words),
        value: Type.Optional(constant("date")),
      }),
    ),
  },
  { title: "What fillPdf takes about employee and employer" },
);
