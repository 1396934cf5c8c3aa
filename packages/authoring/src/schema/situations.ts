import { type Static, Type } from "@withholding-forms/contract/typebox";
import { choice, closed, formIds, keyed, locality, mapOf, oneOf, phrases, words } from "./parts.js";

const regionPattern = "^[A-Z]{2}$";
const region = Type.String({ pattern: regionPattern });
const regions = Type.Array(region, { minItems: 1, uniqueItems: true });
const answers = mapOf(Type.Unsafe<string | boolean>({ type: ["string", "boolean"] }));
export type FlowAnswers = Static<typeof answers>;

/** `Detroit 48226` */
const postal = Type.String({ pattern: "^.* [0-9]{5}$" });

const situation = closed({
  situation: words,
  home: oneOf(region, regions),
  work: Type.Array(region, { minItems: 1 }),
  homePostal: Type.Optional(postal),
  workPostal: Type.Optional(Type.Array(postal)),
  payment: Type.Optional(choice("WAGES", "PENSION")),
  answers: Type.Optional(answers),
  others: Type.Optional(keyed("^[A-Z]{2}(?:_[A-Z]+)*$", answers)),
  federal: Type.Optional(answers),
  requires: formIds,
  optional: Type.Optional(formIds),
  /** By form: answers that follow from the answers to the flows. */
  given: Type.Optional(mapOf(mapOf(words))),
  /** Localities whose certificate the content does not have. */
  missing: Type.Optional(Type.Array(locality)),
  /** Names of certificates for some employees that the content does not have. */
  missingForSome: Type.Optional(Type.Array(words)),
  /** Text that the question sets of this jurisdiction on the path contain, and text that they must not contain. */
  says: Type.Optional(phrases),
  neverSays: Type.Optional(phrases),
  why: Type.Optional(words),
});
export type Situation = Static<typeof situation>;

/** `situations.yaml` of a place. The file is a list; it is read as an object with that list. */
export const situations = Type.Object(
  { list: Type.Array(situation, { minItems: 1 }) },
  { title: "Hand-written examples of people and the forms they need" },
);
