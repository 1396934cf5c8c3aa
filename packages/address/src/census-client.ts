import { type LocatedPlace, noCity, placeOf } from "./located-place.js";

/** One street as the Census Bureau's Geocoder accepts it. */
export interface CensusQuery {
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

/** The parts of an `addressMatches` element that we use. */
export interface CensusMatch {
  /** House number and street: `matchedAddress` up to its first comma. */
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly places: readonly LocatedPlace[];
}

export interface CensusClientOptions {
  readonly baseUrl: string;
  readonly benchmark: string;
  readonly vintage: string;
  /** Time limit per attempt. There are up to two attempts. */
  readonly timeoutMs: number;
  readonly retryDelayMs: number;
  readonly fetch: typeof globalThis.fetch;
}

/** Undefined if the service rejected the query itself (HTTP 400): a retry would not help. */
export type CensusAnswer = readonly CensusMatch[] | undefined;

/**
 * Calls `geographies/address` of the Geocoding Services API and retries once. Rejects if both attempts fail: no
 * connection, a timeout, an error status, or something that is not the documented JSON. Errors contain no part of the
 * address.
 */
export async function askCensus(
  query: CensusQuery,
  options: CensusClientOptions,
  closing: AbortSignal,
): Promise<CensusAnswer> {
  try {
    return await attempt(query, options, closing);
  } catch {
    closing.throwIfAborted();
    await pause(options.retryDelayMs, closing);
    return attempt(query, options, closing);
  }
}

async function attempt(
  query: CensusQuery,
  options: CensusClientOptions,
  closing: AbortSignal,
): Promise<CensusAnswer> {
  const response = await options.fetch(address(query, options), {
    headers: { accept: "application/json" },
    redirect: "error",
    signal: AbortSignal.any([AbortSignal.timeout(options.timeoutMs), closing]),
  });
  if (response.status === 400) {
    await response.body?.cancel();
    return undefined;
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`Census Geocoder returned status ${response.status}`);
  }
  return readMatches(JSON.parse(await limitedText(response)));
}

function address(query: CensusQuery, { baseUrl, benchmark, vintage }: CensusClientOptions): string {
  // Names of layers change from year to year, so all are requested, and what is in them says what it is.
  const parameters = new URLSearchParams({ ...query, benchmark, vintage, layers: "all", format: "json" });
  return `${baseUrl.replace(/\/+$/, "")}/geographies/address?${parameters}`;
}

const maxBytes = 1024 * 1024;

/** The documented responses are up to 20 kilobytes per match. Anything much larger is not one. */
async function limitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) throw new Error("Census Geocoder returned too much");
  }
  return Buffer.concat(chunks).toString("utf8");
}

function readMatches(body: unknown): readonly CensusMatch[] {
  const matches = property(property(body, "result"), "addressMatches");
  if (!Array.isArray(matches)) throw new Error("Census Geocoder returned no addressMatches");
  return matches.map(readMatch);
}

function readMatch(match: unknown): CensusMatch {
  const components = property(match, "addressComponents");
  const coordinates = property(match, "coordinates");
  const [street] = text(property(match, "matchedAddress")).split(",");
  return {
    street: street!.trim(),
    city: text(property(components, "city")),
    state: text(property(components, "state"), /^[A-Z]{2}$/),
    zip: text(property(components, "zip"), /^\d{5}$/),
    latitude: degrees(property(coordinates, "y"), 90),
    longitude: degrees(property(coordinates, "x"), 180),
    places: placesIn(property(match, "geographies")),
  };
}

/** What is not as documented counts as unknown: the address is right without it. */
function placesIn(geographies: unknown): readonly LocatedPlace[] {
  const layers = typeof geographies === "object" && geographies !== null ? Object.values(geographies) : [];
  const features = layers.flat().filter((one) => typeof one === "object" && one !== null);
  const found = features.flatMap((one) => placeOf(one) ?? []);
  // Two of a kind are no answer.
  const places = found.filter(({ kind }) => found.filter((one) => one.kind === kind).length === 1);
  // Where there is no city, its layer is missing. A township says that the address was found all the same.
  const has = (kind: LocatedPlace["kind"]): boolean => found.some((one) => one.kind === kind);
  const isOutside = has("TOWNSHIP") && !has("CITY");
  return [...places, ...(isOutside ? [noCity] : [])].map((place) => ({
    ...place,
    certainty: "INSIDE",
    source: "census",
  }));
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function text(value: unknown, pattern = /\S/): string {
  if (typeof value !== "string" || !pattern.test(value))
    throw new Error("Census Geocoder returned an unknown shape");
  return value;
}

function degrees(value: unknown, maxDegrees: number): number {
  if (typeof value !== "number" || !(Math.abs(value) <= maxDegrees)) {
    throw new Error("Census Geocoder returned impossible coordinates");
  }
  return value;
}

function pause(ms: number, closing: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(closing.reason);
    };
    const timer = setTimeout(() => {
      closing.removeEventListener("abort", stop);
      resolve();
    }, ms);
    closing.addEventListener("abort", stop, { once: true });
  });
}
