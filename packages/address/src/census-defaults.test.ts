import { afterEach, expect, test, vi } from "vitest";
import { censusProvider } from "./census.js";

// The defaults, which are what the service uses.

const sent = { streetAddress1: "600 Dexter Avenue", city: "Montgomery", state: "AL", zipCode: "36104" };
const numbered = (number: number) => ({ ...sent, streetAddress1: `${number} Dexter Avenue` });

afterEach(() => {
  vi.restoreAllMocks();
});

/** A provider with a scripted clock and geocoder. */
function start(respond: () => Response) {
  const urls: string[] = [];
  const clock = { ms: 0 };
  const provider = censusProvider({
    // The pause before the second attempt is real time.
    retryDelayMs: 0,
    now: () => clock.ms,
    fetch: async (url) => {
      urls.push(String(url));
      return respond();
    },
  });
  return { provider, urls, clock };
}

const noMatch = () => Response.json({ result: { addressMatches: [] } });
const failure = () => new Response("", { status: 503 });

test("addresses are sent over https to the Census Bureau, for 1.5 seconds", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  const { provider, urls } = start(noMatch);
  await provider.locate(sent);
  expect(urls).toEqual([
    "https://geocoding.geo.census.gov/geocoder/geographies/address" +
      "?street=600+DEXTER+AVE&city=MONTGOMERY&state=AL&zip=36104&benchmark=Public_AR_Current&vintage=Current_Current&layers=all&format=json",
  ]);
  expect(timeout.mock.calls).toEqual([[1500]]);
  await provider.close?.();
});

test("a response is cached for one hour", async () => {
  const { provider, urls, clock } = start(noMatch);
  await provider.locate(sent);
  clock.ms = 60 * 60 * 1000 - 1;
  await provider.locate(sent);
  expect(urls).toHaveLength(1);
  clock.ms = 60 * 60 * 1000;
  await provider.locate(sent);
  expect(urls).toHaveLength(2);
  await provider.close?.();
});

test("a response is removed after one hour, even if the address is not requested again", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  const { provider } = start(noMatch);
  await provider.locate(sent);
  expect(timers.mock.calls.map(([, delayMs]) => delayMs)).toContain(60 * 60 * 1000);
  await provider.close?.();
});

test("2,000 responses are cached", async () => {
  const { provider, urls } = start(noMatch);
  for (let number = 1; number <= 2001; number++) await provider.locate(numbered(number));
  expect(urls).toHaveLength(2001);
  await provider.locate(numbered(2));
  expect(urls).toHaveLength(2001);
  await provider.locate(numbered(1));
  expect(urls).toHaveLength(2002);
  await provider.close?.();
});

test("cached responses are keyed by a hash of the address", async () => {
  const keys: unknown[] = [];
  const { set } = Map.prototype;
  const { provider } = start(noMatch);
  await provider.locate(numbered(1));
  vi.spyOn(Map.prototype, "set").mockImplementation(function (this: Map<unknown, unknown>, key, value) {
    keys.push(key);
    return set.call(this, key, value);
  });
  await provider.locate(sent);
  vi.restoreAllMocks();
  // SHA-256 of the four lines that are sent.
  expect(keys).toContain("zjO9qfGKoxgmisRbj9pHs1EGzulrdQDqZRDHFawt++c=");
  expect(keys.join()).not.toMatch(/dexter|montgomery|36104/i);
  await provider.close?.();
});

test("five consecutive failures stop the calls for 30 seconds", async () => {
  const { provider, urls, clock } = start(failure);
  for (let number = 1; number <= 4; number++) await provider.locate(numbered(number));
  expect(provider.isUp?.()).toBe(true);
  await provider.locate(numbered(5));
  expect(provider.isUp?.()).toBe(false);
  clock.ms = 29_999;
  await provider.locate(numbered(6));
  // Two attempts each.
  expect(urls).toHaveLength(10);
  clock.ms = 30_000;
  await provider.locate(numbered(7));
  expect(urls).toHaveLength(12);
  await provider.close?.();
});

test("8 calls are in progress and 32 wait; the next address is answered without one", async () => {
  let running = 0;
  let maxRunning = 0;
  const provider = censusProvider({
    fetch: async () => {
      running++;
      maxRunning = Math.max(maxRunning, running);
      await new Promise(setImmediate);
      running--;
      return noMatch();
    },
  });
  const located = await Promise.all(
    Array.from({ length: 41 }, (_, index) => provider.locate(numbered(index + 1))),
  );
  expect(maxRunning).toBe(8);
  expect(located.map(({ codes }) => codes.includes("AE02"))).toEqual([...Array(40).fill(true), false]);
  await provider.close?.();
});
