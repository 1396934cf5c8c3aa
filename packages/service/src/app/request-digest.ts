import { createHash, createHmac } from "node:crypto";
import type { TokenSecret } from "../store/store.js";

/** Identifies a claim: two API keys never share one. The `Idempotency-Key` itself is stored nowhere. */
export function claimId(keyId: string, idempotencyKey: string): string {
  return createHash("sha256").update(`${keyId}\0${idempotencyKey}`).digest("hex");
}

/**
 * Whether two requests are the same, without keeping either. With a plain digest, anyone who reads the store could
 * guess a Social Security number: there are only a billion. This one also needs the secret of the service, which is
 * renewed and deleted, and the caller's `Idempotency-Key`, which is not stored. It starts with the id of the secret.
 */
export function requestDigest(
  { kid, secret }: Pick<TokenSecret, "kid" | "secret">,
  idempotencyKey: string,
  request: unknown,
): string {
  const key = createHmac("sha256", secret).update(`idempotency\0${idempotencyKey}`).digest();
  return `${kid}.${createHmac("sha256", key).update(orderedJson(request)).digest("hex")}`;
}

export function secretIdOf(digest: string): string {
  return digest.split(".", 1)[0] ?? "";
}

/** The order of the members makes no difference. */
function orderedJson(data: unknown): string {
  return JSON.stringify(data, (_name, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}
