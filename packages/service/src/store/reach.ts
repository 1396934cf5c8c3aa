import pg from "pg";
import { StoreError } from "./store.js";

export interface Reach {
  /** Runs the action, unless the database failed a short time ago. */
  <Result>(url: string, work: () => Promise<Result>): Promise<Result>;
  /** Why it is not queried now. */
  down(): StoreError | undefined;
}

/**
 * A database that could not be reached is not queried for a while: requests fail immediately instead of piling up, each
 * with its own wait. After that, one of them tries; if it succeeds, all may again. A part of the database, such as a
 * table that may be locked, has its own state, and is also not queried while the `whole` is down.
 */
export function leavingAlone(pauseMs: number, whole?: Reach): Reach {
  let down: StoreError | undefined;
  let trying = false;
  let notBefore = 0;
  const reach = async <Result>(url: string, work: () => Promise<Result>): Promise<Result> => {
    const all = whole?.down();
    if (all !== undefined) throw all;
    if (down !== undefined && (trying || performance.now() < notBefore)) throw down;
    const first = down !== undefined;
    if (first) trying = true;
    try {
      const result = await work();
      down = undefined;
      return result;
    } catch (error) {
      const known = storeErrorOf(error, url);
      if (known.kind === "UNREACHABLE") {
        down = known;
        notBefore = performance.now() + pauseMs;
      } else down = undefined;
      throw known;
    } finally {
      if (first) trying = false;
    }
  };
  return Object.assign(reach, { down: () => down });
}

/** One line about what happened, without the password. */
export function storeErrorOf(error: unknown, url: string): StoreError {
  if (error instanceof StoreError) return error;
  const { code = "", message } = error as { readonly code?: string; readonly message: string };
  const { password, host: named, searchParams } = new URL(url);
  const host = named === "" ? searchParams.get("host") : named;
  const plain = [password, decodeURIComponent(password)]
    .filter((word) => word !== "")
    .reduce((text, word) => text.replaceAll(word, "***"), message);
  if (!(error instanceof pg.DatabaseError))
    return new StoreError(
      "UNREACHABLE",
      `PostgreSQL at ${host} cannot be reached: ${reasons[code] ?? plain}.`,
    );
  const passing = /^(?:08|53|57|40|55|25006)/.test(code);
  return new StoreError(
    passing ? "UNREACHABLE" : "UNUSABLE",
    `PostgreSQL at ${host} refuses: ${plain} (${code}).`,
  );
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "the connection was broken",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the host's name cannot be looked up",
  ETIMEDOUT: "no answer in time",
  EHOSTUNREACH: "there is no way to the host",
  ENETUNREACH: "there is no way to the host",
};
