export {
  type Address,
  type AddressProvider,
  type CanadianAddress,
  isUsAddress,
  type Located,
  type UsAddress,
} from "./address.js";
export {
  type Boundaries,
  type BoundaryData,
  boundaries,
  boundaryExtension,
  readBoundaries,
  withBoundaries,
} from "./boundaries.js";
export { boundedCalls } from "./bounded-calls.js";
export { type CircuitBreaker, circuitBreaker } from "./breaker.js";
export { type CensusOptions, censusProvider } from "./census.js";
export { type ResultCode, resultMessages } from "./codes.js";
export { embeddedProvider } from "./embedded.js";
export { type LocatedPlace, mergePlaces } from "./located-place.js";
