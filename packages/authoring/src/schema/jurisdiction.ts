import { type Static, Type } from "@withholding-forms/contract/typebox";
import { notes } from "./notes.js";
import {
  agency,
  choice,
  closed,
  constant,
  country,
  formIds,
  id,
  keyed,
  locality,
  mapOf,
  missingForSome,
  moduleArguments,
  oneOf,
  orNull,
  setId,
  setIdPattern,
  sources,
  words,
  year,
} from "./parts.js";

const regions = Type.Optional(Type.Array(words));

/** Always, or in one language of the request. */
const ordinary = oneOf(constant(true), choice("en", "es", "fr"));
/** Values of other options of the set: this one is for an employee to whom all of them apply. */
const combines = Type.Array(words, { minItems: 2, uniqueItems: true });
const optionParts = {
  forms: Type.Optional(formIds),
  next: Type.Optional(setId),
  optional: Type.Optional(formIds),
  ordinary: Type.Optional(ordinary),
  combines: Type.Optional(combines),
};
const option = closed({ value: words, label: words, ...optionParts });
export type FlowOptionSource = Static<typeof option>;
const options = Type.Array(option, { minItems: 1 });

/** Options for an address in the locality, and outside. Where each locality is an option, only the latter. */
const place = closed({ of: choice("HOME", "WORK"), inside: Type.Optional(words), outside: words });
export type FlowPlaceSource = Static<typeof place>;

/** The answer follows from a form that the flows require as well. Without `otherwise`, the question is asked. */
const follows = closed({ from: id, when: words, value: words, otherwise: Type.Optional(words) });

const flowSet = closed({
  question: id,
  title: words,
  ask: words,
  place: Type.Optional(place),
  follows: Type.Optional(follows),
  notes: Type.Optional(notes),
  options,
});
export type FlowSetSource = Static<typeof flowSet>;

/** What a flow changes in an option of a shared set; null removes a key. */
const optionChange = closed({
  label: Type.Optional(words),
  forms: Type.Optional(orNull(formIds)),
  next: Type.Optional(orNull(setId)),
  optional: Type.Optional(orNull(formIds)),
  ordinary: Type.Optional(orNull(ordinary)),
  combines: Type.Optional(orNull(combines)),
});
const optionChanges = mapOf(orNull(optionChange), { minProperties: 1 });
export type FlowOptionChanges = Static<typeof optionChanges>;

/** What a flow changes in a shared set. */
const flowSetChange = closed({
  use: words,
  question: Type.Optional(id),
  title: Type.Optional(words),
  ask: Type.Optional(words),
  notes: Type.Optional(orNull(notes)),
  options: Type.Optional(oneOf(options, optionChanges)),
});
export type FlowSetChange = Static<typeof flowSetChange>;

const sharedSetPattern = "^[a-z][A-Za-z0-9]*$";
const flowSetEntry = oneOf(Type.String({ pattern: sharedSetPattern }), flowSetChange, flowSet);
export type FlowSetEntry = Static<typeof flowSetEntry>;

const flowParts = {
  id: Type.Optional(Type.String({ pattern: "^[A-Z][A-Z_]*$" })),
  optional: Type.Optional(formIds),
  home: regions,
  homeNot: regions,
  work: regions,
  workNot: regions,
  worksAtHome: Type.Optional(Type.Boolean()),
  payment: Type.Optional(Type.Array(choice("WAGES", "PENSION"), { minItems: 1, uniqueItems: true })),
  forms: Type.Optional(formIds),
  sets: Type.Optional(keyed(setIdPattern, flowSetEntry)),
};
const flow = closed({ ...flowParts, worksOnlyIn: Type.Optional(Type.Array(locality, { minItems: 1 })) });
const localityFlow = closed({
  ...flowParts,
  worksHere: Type.Optional(Type.Boolean()),
  homeInside: Type.Optional(Type.Boolean()),
  workInside: Type.Optional(Type.Boolean()),
  /** For localities with `either`; all other flows are not for them. */
  either: Type.Optional(constant(true)),
});
export type FlowSource = Static<typeof flow> & Static<typeof localityFlow>;

export const sharedSets = Type.Optional(keyed(sharedSetPattern, flowSet));
/** The flows of localities: one list for all of them. */
export const localityFlows = Type.Optional(
  keyed("^(RESIDENT|NONRESIDENT)$", oneOf(localityFlow, Type.Array(localityFlow, { minItems: 1 }))),
);

/** Where nonresidents stay for a short time, or earn little: the rule, where it is from, and the answer that asks it. */
const shortStay = closed({
  rule: words,
  source: words,
  /** The question and its option; absent where there is nothing to ask. */
  answer: Type.Optional(mapOf(words, { minProperties: 1, maxProperties: 1 })),
  /** Of the employees to whom it applies; absent: all. */
  homes: regions,
});
export type ShortStaySource = Static<typeof shortStay>;

/** `jurisdiction.yaml` */
export const jurisdiction = closed(
  {
    name: words,
    country,
    wageTax: Type.Boolean(),
    agency: Type.Optional(agency),
    reciprocity: oneOf(Type.Array(Type.String({ pattern: "^[A-Z]{2}$" })), constant("all")),
    notes: Type.Optional(words),
    shortStay: Type.Optional(shortStay),
    missing: Type.Optional(closed({ WAGES: Type.Optional(words), PENSION: Type.Optional(words) })),
    missingForSome,
    sources,
    doubts: Type.Array(words),
    modules: moduleArguments,
    /** Year of the figures that flows name. */
    figures: Type.Optional(year),
    sets: sharedSets,
    flows: Type.Optional(
      keyed(
        "^(RESIDENT|NONRESIDENT|FEDERAL|CANADA_RESIDENT)$",
        oneOf(flow, Type.Array(flow, { minItems: 1 })),
      ),
    ),
  },
  { title: "A place with (or without) withholding certificates" },
);
