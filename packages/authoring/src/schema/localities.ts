import { placeKinds } from "@withholding-forms/contract";
import { type Static, Type } from "@withholding-forms/contract/typebox";
import { localityFlows, sharedSets } from "./jurisdiction.js";
import {
  agency,
  closed,
  keyed,
  locality as localityCode,
  localityPattern,
  missingForSome,
  sources,
  words,
} from "./parts.js";

const locality = closed({
  name: words,
  agency: Type.Optional(agency),
  /** The form to which FORM in the flows refers. */
  certificate: Type.Optional(Type.String({ pattern: "^[A-Z]{2}[A-Z0-9]*$" })),
  /** Name of a certificate that the content does not have. */
  missing: Type.Optional(words),
  missingForSome,
  /** Why nobody gives a certificate there. */
  needsNone: Type.Optional(words),
  /** Its Census codes, by the kind of place. */
  place: Type.Optional(
    keyed(`^(?:${placeKinds.join("|")})$`, Type.Array(words, { minItems: 1, uniqueItems: true }), {
      minProperties: 1,
      maxProperties: 1,
    }),
  ),
  /** Postal names; by default the name. */
  cities: Type.Optional(Type.Array(words)),
  zipCodes: Type.Optional(Type.Array(Type.String({ pattern: "^[0-9]{5}$" }), { uniqueItems: true })),
  /** Those that are inside as a whole. */
  insideZipCodes: Type.Optional(Type.Array(Type.String({ pattern: "^[0-9]{5}$" }), { uniqueItems: true })),
  /** Instead of cities and ZIP Codes: an address that suggests all of these, and can be in only one of them. */
  either: Type.Optional(Type.Array(localityCode, { minItems: 2, uniqueItems: true })),
  /** Instead of cities and ZIP Codes: every work address in the state, except in these localities. */
  everywhereExcept: Type.Optional(Type.Array(localityCode)),
});
export type LocalitySource = Static<typeof locality>;

/** `localities.yaml` of a state. */
export const localities = closed(
  {
    localities: keyed(localityPattern, locality, { minProperties: 1 }),
    sets: sharedSets,
    flows: localityFlows,
    sources,
    doubts: Type.Array(words),
  },
  { title: "Places below a state that have certificates of their own" },
);
