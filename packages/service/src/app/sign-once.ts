import { Problem } from "../problems/problem.js";
import type { Snapshot } from "../store/snapshot.js";
import { type SignatureClaims, type StoredClaim, StoreError } from "../store/store.js";
import type { Clock } from "./clock.js";
import { claimId, requestDigest, secretIdOf } from "./request-digest.js";

export interface Signing extends Clock {
  readonly store: SignatureClaims;
  readonly snapshot: Pick<Snapshot, "secret" | "newestSecret">;
}

/** A request to sign that its sender may repeat. */
export interface RepeatableRequest {
  /** Id of the API key. */
  readonly keyId: string;
  readonly idempotencyKey: string;
  /** Everything that the response depends on. */
  readonly content: unknown;
}

interface SignedFile {
  readonly filled: { readonly sha256?: string };
}

/** How a form is signed. The same instant gives the same bytes. */
export interface SignatureSteps<Signed extends SignedFile> {
  /** Throws a Problem if the form is rejected. */
  sign(instant: Date): Signed | Promise<Signed>;
  /** Records the audit event. */
  record(signed: Signed, claim: { idempotencyKey: string; requestDigest: string }): Promise<void>;
}

/** How long a key is remembered. */
const claimLifetimeMs = 24 * 60 * 60 * 1000;
/** Much longer than a signature takes. A worker that hangs is killed earlier. */
const leaseMs = 30_000;

/**
 * Signs a form, or returns the form that the same request already signed, with no second audit event. The request is
 * not stored: the form is created again with the time of the first signature.
 */
export async function signOnce<Signed extends SignedFile>(
  signing: Signing,
  request: RepeatableRequest,
  steps: SignatureSteps<Signed>,
): Promise<Signed> {
  const { store, clock } = signing;
  const now = clock().getTime();
  const id = claimId(request.keyId, request.idempotencyKey);
  const claim = { id, digest: digestOf(signing, request), time: now };
  const leaseUntil = now + leaseMs;
  // A claim that cannot be taken over was completed or taken over in the meantime, so it is read again.
  for (let tries = 1; tries <= 2; tries++) {
    const found = await stored(() => store.claimSignature(claim, leaseUntil, now - claimLifetimeMs));
    if (found === undefined) return signClaimed(signing, { ...claim, leaseUntil }, steps, store.dropClaim);
    if (!isSame(signing, request, found)) throw new Problem("IDEMPOTENCY_KEY_REUSED");
    if (found.sha256 !== undefined) return signAgain(found, steps);
    if (found.leaseUntil > now) break;
    if (await stored(() => store.takeOverClaim(found, leaseUntil)))
      // The request that it was taken from may still record its event, so the claim always keeps its time.
      return signClaimed(signing, { ...found, leaseUntil }, steps, store.endLease);
  }
  throw new Problem("SIGNATURE_IN_PROGRESS", { retryAfterSeconds: 1 });
}

async function signClaimed<Signed extends SignedFile>(
  { store, clock }: Signing,
  { id, digest, time, leaseUntil }: StoredClaim,
  { sign, record }: SignatureSteps<Signed>,
  abandon: SignatureClaims["dropClaim"],
): Promise<Signed> {
  // If the store fails here, too, the lease ends on its own.
  const leave = (ending: Promise<void>): Promise<void> => ending.catch(() => {});
  let signed: Signed;
  try {
    signed = await sign(new Date(time));
    // Another request may have taken over the claim.
    if (clock().getTime() >= leaseUntil)
      throw unavailable(new StoreError("LOCKED", "Signing took too long."));
  } catch (error) {
    await leave(abandon(id, leaseUntil));
    throw error;
  }
  try {
    await record(signed, { idempotencyKey: id, requestDigest: digest });
    return signed;
  } catch (error) {
    await leave(store.endLease(id, leaseUntil));
    throw error;
  }
}

async function signAgain<Signed extends SignedFile>(
  { time, sha256 }: StoredClaim,
  { sign }: SignatureSteps<Signed>,
): Promise<Signed> {
  const signed = await sign(new Date(time));
  // After an update of the service or its content. A file without an audit event must not be returned as signed.
  if (signed.filled.sha256 !== sha256) throw new Problem("REPEAT_DIFFERS");
  return signed;
}

function digestOf({ snapshot }: Signing, { idempotencyKey, content }: RepeatableRequest): string {
  const secret = snapshot.newestSecret();
  if (secret === undefined) throw unavailable(new StoreError("UNREACHABLE", "There is no token secret."));
  return requestDigest(secret, idempotencyKey, content);
}

/** With the secret of the first request, which may have been renewed since. */
function isSame(
  { snapshot }: Signing,
  { idempotencyKey, content }: RepeatableRequest,
  { digest }: StoredClaim,
): boolean {
  const secret = snapshot.secret(secretIdOf(digest));
  return secret !== undefined && requestDigest(secret, idempotencyKey, content) === digest;
}

async function stored<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw unavailable(error);
  }
}

function unavailable(cause: unknown): Problem {
  return new Problem("AUDIT_UNAVAILABLE", { retryAfterSeconds: 30 }, { cause });
}
