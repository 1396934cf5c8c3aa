export { checkSigner, keyKind, readCertificates, SealProblem } from "./seal/certificates.js";
export { type Pkcs12, readPkcs12 } from "./seal/read-pkcs12.js";
export { createSealer, type Sealer } from "./seal/sealer.js";
export { readTimestampResponse, timestampRequest } from "./seal/timestamps.js";
export {
  type Sealed,
  type SealTimestamp,
  type SealTrust,
  type SealVerdict,
  verifySeal,
} from "./seal/verify-seal.js";
