import { maxWorkAddresses } from "@withholding-forms/contract/schemas";

/**
 * Costs of a request in units of its key's quota. An ordinary request costs one unit. These values make expensive
 * requests cost more (docs/decisions/0011-limits-cores-overload.md).
 */
export const workUnits = {
  /** A body costs one unit more for each such number of members and list elements. */
  membersPerUnit: 250,
  /** And one more for each such number of bytes. */
  bytesPerUnit: 64 * 1024,
  /** `forms` and `guided-flows` cost one unit more for each such number of work addresses. */
  addressesPerUnit: 5,
  /** A signature costs this much more: it waits for the disk or the database. */
  signature: 1,
} as const;

/** A wizard token is in an employee's browser. It cannot use up the units of its key, and one employee needs far fewer. */
export function wizardTokenLimit(keyLimit: number): number {
  return keyLimit === 0 ? 0 : Math.max(60, Math.ceil(keyLimit / 20));
}

/** Members and list elements of one body. No real request has a tenth of it. */
export const maxMembers = 2500;

/** No valid body is half as deep. Bounds recursion over a body. */
export const maxDepth = 16;

export const bodyLimit = 256 * 1024;
/** For the message of BODY_TOO_LARGE. */
export const bodyLimits = { limit: bodyLimit, members: maxMembers };

/** Units of a body beyond the first unit of its request. */
export function bodyUnits(bytes: number, members: number): number {
  return Math.floor(members / workUnits.membersPerUnit) + Math.floor(bytes / workUnits.bytesPerUnit);
}

/** For `forms` and `guided-flows`. The body is not validated yet. */
export function locationUnits(body: unknown): number {
  const { workAddresses } = (body ?? {}) as { readonly workAddresses?: unknown };
  if (!Array.isArray(workAddresses)) return 0;
  // More are rejected without being looked up.
  return Math.floor(Math.min(workAddresses.length, maxWorkAddresses) / workUnits.addressesPerUnit);
}

/** For `fillPdf`. The body is not validated yet. */
export function fillUnits(body: unknown): number {
  return ((body ?? {}) as { readonly signForm?: unknown }).signForm === "SIGN" ? workUnits.signature : 0;
}

const [quote, backslash, comma, brace, bracket] = [0x22, 0x5c, 0x2c, 0x7b, 0x5b];

/**
 * The number of members and list elements of a JSON document, counted before it is parsed, because parsing is what costs:
 * one for each comma and one for each object or list, the first element of which has no comma. An empty one counts, too.
 * Stops counting beyond `limit`. Text that is not JSON gets some number; the parser rejects it.
 */
export function countElements(json: Uint8Array, limit: number): number {
  let count = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (inString) {
      if (byte === backslash) at++;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if ((byte === comma || byte === brace || byte === bracket) && ++count > limit) return count;
  }
  return count;
}
