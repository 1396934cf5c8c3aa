import { createHash } from "node:crypto";
import type { AddressProvider, Located, UsAddress } from "./address.js";
import { isUsAddress } from "./address.js";
import { boundedCalls } from "./bounded-calls.js";
import { circuitBreaker } from "./breaker.js";
import { askCensus, type CensusAnswer, type CensusMatch, type CensusQuery } from "./census-client.js";
import { cityKey, cityKeys } from "./city.js";
import { inOrder, isProblem, type ResultCode } from "./codes.js";
import { locateEmbedded, locateUs } from "./embedded.js";
import { countiesOf, mergePlaces } from "./located-place.js";
import { recent } from "./recent.js";
import { readStreet, type Street, streetText } from "./street.js";
import { usRegions } from "./tables.js";
import { tokens } from "./tokens.js";
import { isMilitary } from "./verify.js";

export interface CensusOptions {
  /** Default: https://geocoding.geo.census.gov/geocoder */
  readonly baseUrl?: string;
  /** Edition of the address ranges, and of the boundaries; default Public_AR_Current and Current_Current. */
  readonly benchmark?: string;
  readonly vintage?: string;
  /** Time limit per attempt, with up to two attempts; default 1500. */
  readonly timeoutMs?: number;
  readonly retryDelayMs?: number;
  /** Consecutive failures that open the circuit, and for how long it stays open; default 5 and 30 seconds. */
  readonly breakerFailures?: number;
  readonly breakerPauseMs?: number;
  /** Max calls in progress and in the queue; default 8 and 32. Others are answered without a call. */
  readonly concurrency?: number;
  readonly queue?: number;
  /** Max cached results and for how long; default 2000 and one hour. */
  readonly cacheEntries?: number;
  readonly cacheMs?: number;
  readonly fetch?: typeof globalThis.fetch;
  readonly now?: () => number;
}

/**
 * The US Census Geocoder: finds the street and the range of house numbers. The embedded provider answers for everything that
 * it cannot do (boxes, routes, military mail, Puerto Rico, Canada), when it does not answer, and when too many calls wait.
 */
export function censusProvider(options: CensusOptions = {}): AddressProvider {
  const calls = censusCalls(options);
  return {
    name: "census",
    async locate(address, signal) {
      signal?.throwIfAborted();
      const plan = isUsAddress(address) ? planned(address) : undefined;
      if (plan === undefined || calls.isClosed()) return locateEmbedded(address);
      const matches = await unlessAborted(calls.ask(plan.query), signal);
      return matches === undefined ? plan.embedded : withMatches(plan, matches);
    },
    isUp: calls.isUp,
    close: calls.close,
  };
}

interface CensusCalls {
  /** Undefined where no answer came. */
  ask(query: CensusQuery): Promise<CensusAnswer>;
  isUp(): boolean;
  isClosed(): boolean;
  close(): Promise<void>;
}

/** Calls of the geocoder: bounded in number, remembered for a while, and left out while it keeps failing. */
function censusCalls(options: CensusOptions): CensusCalls {
  const now = options.now ?? Date.now;
  const client = {
    baseUrl: options.baseUrl ?? "https://geocoding.geo.census.gov/geocoder",
    benchmark: options.benchmark ?? "Public_AR_Current",
    vintage: options.vintage ?? "Current_Current",
    timeoutMs: options.timeoutMs ?? 1500,
    retryDelayMs: options.retryDelayMs ?? 100,
    fetch: options.fetch ?? globalThis.fetch,
  };
  const { breakerFailures: failures = 5, breakerPauseMs: pauseMs = 30_000 } = options;
  const breaker = circuitBreaker({ failures, pauseMs, now });
  const { cacheEntries: entries = 2000, cacheMs: maxAgeMs = 3_600_000 } = options;
  const answers = recent<readonly CensusMatch[]>({ entries, maxAgeMs, now });
  const { concurrency = 8, queue = 32 } = options;
  const bounded = boundedCalls<CensusAnswer>({ concurrency, queue });
  const pending = new Map<string, Promise<CensusAnswer>>();
  const closing = new AbortController();

  const call = async (key: string, query: CensusQuery): Promise<CensusAnswer> => {
    if (!breaker.allows()) return undefined;
    try {
      const answer = await askCensus(query, client, closing.signal);
      breaker.succeeded();
      if (answer !== undefined) answers.set(key, answer);
      return answer;
    } catch {
      breaker.failed();
      return undefined;
    }
  };
  return {
    // Thousands of employees share one work address, so simultaneous requests for the same address share one call.
    ask(query) {
      const key = createHash("sha256").update(Object.values(query).join("\n")).digest("base64");
      const known = answers.get(key);
      if (known !== undefined) return Promise.resolve(known);
      const running = pending.get(key);
      if (running !== undefined) return running;
      const started = bounded(() => call(key, query))?.finally(() => pending.delete(key));
      if (started === undefined) return Promise.resolve(undefined);
      pending.set(key, started);
      return started;
    },
    isUp: breaker.isClosed,
    isClosed: () => closing.signal.aborted,
    async close() {
      closing.abort(new Error("address provider closed"));
      await Promise.allSettled(pending.values());
      answers.clear();
    },
  };
}

interface Plan {
  readonly address: UsAddress;
  readonly embedded: Located;
  readonly region: string;
  readonly street: Street;
  readonly query: CensusQuery;
}

/** The service's own limit for a street. */
const maxStreetLength = 100;

function planned(address: UsAddress): Plan | undefined {
  const { located: embedded, lines } = locateUs(address);
  const { street } = lines;
  const { region } = embedded;
  const { city, zipCode } = embedded.normalizedAddress as UsAddress;
  if (street === undefined || region === undefined || lines.line1.length > maxStreetLength) return undefined;
  if (isMilitary(address.city, usRegions.get(region))) return undefined;
  const query = { street: lines.line1, city, state: region, zip: zipCode.slice(0, 5) };
  return { address, embedded, region, street, query };
}

function withMatches(plan: Plan, matches: readonly CensusMatch[]): Located {
  const here = matches.filter(
    (match) => match.state === plan.region && numberOf(match) === plan.street.number,
  );
  const sameZip = here.filter((match) => match.zip === plan.query.zip);
  const candidates = distinct(sameZip.length > 0 ? sameZip : here);
  if (candidates.length === 1) return withMatch(plan, candidates[0]!);
  if (candidates.length > 1) return withProblem(plan.embedded, "AE05");
  // Found, but in another state: keep the state that was sent and report the mismatch.
  const isElsewhere = matches.some((match) => match.state !== plan.region);
  return withProblem(plan.embedded, isElsewhere ? "AE01" : "AE02");
}

function numberOf(match: CensusMatch): string {
  return readStreet(tokens(match.street)).number;
}

/** The same street is listed once per side, and a border can be between them. */
function distinct(matches: readonly CensusMatch[]): CensusMatch[] {
  const byText = new Map<string, CensusMatch>();
  for (const match of matches) {
    const text = `${match.street}\n${match.city}\n${match.zip}`;
    const places = mergePlaces([...(byText.get(text)?.places ?? []), ...match.places]);
    byText.set(text, { ...match, places });
  }
  return [...byText.values()];
}

function withProblem(embedded: Located, code: ResultCode): Located {
  if (embedded.codes.includes(code)) return embedded;
  const codes = inOrder([...embedded.codes, code]);
  return { ...embedded, codes, verified: false, problems: problemsOf(codes) };
}

function withMatch({ address, embedded, region, street }: Plan, match: CensusMatch): Located {
  const found = readStreet(tokens(match.street));
  const { streetAddress2 } = embedded.normalizedAddress;
  // Keep the codes for lines and units; decide city and ZIP again.
  const codes: ResultCode[] = embedded.codes.filter(
    (code) => code === "AC02" || code === "AC06" || code === "AE09",
  );
  codes.push("AS01", "GS01", ...changes(street, found));
  if (address.zipCode.trim().slice(0, 5) !== match.zip) codes.push("AC01");
  if (!cityKeys(tokens(address.city), usRegions.get(region)).includes(cityKey(match.city)))
    codes.push("AC03");
  const problems = problemsOf(codes);
  return {
    normalizedAddress: {
      streetAddress1: streetText(found),
      ...(streetAddress2 === undefined ? {} : { streetAddress2 }),
      city: tokens(match.city).join(" "),
      state: region,
      zipCode: match.zip,
    },
    region,
    country: "US",
    codes: inOrder(codes),
    latitude: match.latitude.toFixed(6),
    longitude: match.longitude.toFixed(6),
    verified: problems.length === 0,
    geocoded: true,
    places: mergePlaces([...match.places, ...countiesOf(match.zip, region)]),
    problems,
  };
}

function changes(asked: Street, found: Street): ResultCode[] {
  const codes: ResultCode[] = [];
  if (asked.name !== found.name) codes.push("AC10");
  if (asked.suffix !== found.suffix) codes.push("AC11");
  if (asked.preDirectional !== found.preDirectional || asked.postDirectional !== found.postDirectional) {
    codes.push("AC12");
  }
  return codes;
}

function problemsOf(codes: readonly ResultCode[]): readonly { readonly code: string }[] {
  return inOrder(codes.filter(isProblem)).map((code) => ({ code }));
}

/** The caller can abort; the call continues for others who share it. */
function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
