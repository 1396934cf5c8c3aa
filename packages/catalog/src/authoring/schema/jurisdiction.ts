import { type Static, Type } from "typebox";
import { notes } from "./notes.js";
import { closed, constant, country, id, keyed, oneOf, setId, setIdPattern, sources, words } from "./parts.js";

const formIds = Type.Array(Type.String({ pattern: "^[A-Z][A-Z0-9]*$" }));
const regions = Type.Optional(Type.Array(words));

const flowSet = closed({
  question: id,
  title: words,
  ask: words,
  notes: Type.Optional(notes),
  options: Type.Array(
    closed({
      value: words,
      label: words,
      forms: Type.Optional(formIds),
      next: Type.Optional(setId),
    }),
    { minItems: 1 },
  ),
});
export type FlowSetSource = Static<typeof flowSet>;

const flow = closed({
  id: Type.Optional(Type.String({ pattern: "^[A-Z][A-Z_]*$" })),
  recommended: Type.Optional(formIds),
  optional: Type.Optional(formIds),
  home: regions,
  homeNot: regions,
  work: regions,
  workNot: regions,
  worksAtHome: Type.Optional(Type.Boolean()),
  forms: Type.Optional(formIds),
  sets: Type.Optional(keyed(setIdPattern, flowSet)),
});
export type FlowSource = Static<typeof flow>;

/** `jurisdiction.yaml` */
export const jurisdiction = closed(
  {
    name: words,
    country,
    wageTax: Type.Boolean(),
    agency: Type.Optional(closed({ name: words, url: Type.String({ pattern: "^https://[^ ]+$" }) })),
    reciprocity: oneOf(Type.Array(Type.String({ pattern: "^[A-Z]{2}$" })), constant("all")),
    notes: Type.Optional(words),
    sources,
    doubts: Type.Array(words),
    flows: Type.Optional(
      keyed(
        "^(RESIDENT|NONRESIDENT|FEDERAL|CANADA_RESIDENT)$",
        oneOf(flow, Type.Array(flow, { minItems: 1 })),
      ),
    ),
  },
  { title: "A place with (or without) withholding certificates" },
);
