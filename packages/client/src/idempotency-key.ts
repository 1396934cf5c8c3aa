/** A random key for one signature. Pass the same key again to repeat the request. */
export function newIdempotencyKey(): string {
  // Not `randomUUID`, which a page has only with https. Node 18 has no global `crypto`. The key must be unique, but it is
  // no secret.
  const bytes =
    globalThis.crypto === undefined
      ? Array.from({ length: 16 }, () => Math.floor(Math.random() * 256))
      : globalThis.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
