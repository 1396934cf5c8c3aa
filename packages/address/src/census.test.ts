import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AddressProvider } from "./address.js";
import { type CensusOptions, censusProvider } from "./census.js";
import { embeddedProvider } from "./embedded.js";
import {
  type Answer,
  body,
  type CensusServer,
  censusServer,
  hangUp,
  matches,
  matchOf,
  noMatch,
  refused,
  silence,
  status,
} from "./test/census-server.js";

const sent = {
  streetAddress1: "600 Dexter Avenue",
  streetAddress2: "suite 4",
  city: "Montgomery",
  state: "Alabama",
  zipCode: "36104-1234",
};
const found = matchOf("600 DEXTER AVE, MONTGOMERY, AL, 36104");
const embedded = embeddedProvider();

let server: CensusServer;
let provider: AddressProvider;
let clock = 0;

function start(options: CensusOptions = {}): void {
  provider = censusProvider({
    baseUrl: server.baseUrl,
    timeoutMs: 600_000,
    retryDelayMs: 1,
    now: () => clock,
    ...options,
  });
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

beforeEach(async () => {
  server = await censusServer();
  clock = 0;
  start();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await provider.close?.();
  await server.close();
});

describe("a street that is found", () => {
  it("is verified and geocoded at street level, with a five-digit ZIP and the unit kept", async () => {
    server.answers(matches(found));
    expect(await provider.locate(sent)).toEqual({
      normalizedAddress: {
        streetAddress1: "600 DEXTER AVE",
        streetAddress2: "STE 4",
        city: "MONTGOMERY",
        state: "AL",
        zipCode: "36104",
      },
      region: "AL",
      country: "US",
      codes: ["AS01", "GS01"],
      latitude: "32.377123",
      longitude: "-86.300912",
      verified: true,
      geocoded: true,
      places: [
        {
          kind: "COUNTY",
          code: "01101",
          name: "Montgomery County",
          certainty: "LIKELY",
          source: "embedded",
        },
      ],
      problems: [],
    });
  });

  it("is requested as documented, without the unit", async () => {
    server.answers(matches(found));
    await provider.locate(sent);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]!.pathname).toBe("/geocoder/geographies/address");
    expect(Object.fromEntries(server.requests[0]!.searchParams)).toEqual({
      street: "600 DEXTER AVE",
      city: "MONTGOMERY",
      state: "AL",
      zip: "36104",
      benchmark: "Public_AR_Current",
      vintage: "Current_Current",
      layers: "all",
      format: "json",
    });
  });

  it.each([
    ["600 DEXTER AVE, MONTGOMERY, AL, 36130", ["AS01", "AC01", "GS01"]],
    ["600 DEXTER AVE, PRATTVILLE, AL, 36104", ["AS01", "AC03", "GS01"]],
    ["600 DEXTER ST, MONTGOMERY, AL, 36104", ["AS01", "AC11", "GS01"]],
    ["600 DEXTOR AVE, MONTGOMERY, AL, 36104", ["AS01", "AC10", "GS01"]],
    ["600 N DEXTER AVE, MONTGOMERY, AL, 36104", ["AS01", "AC12", "GS01"]],
  ])("as %s says what was changed", async (matchedAddress, codes) => {
    server.answers(matches(matchOf(matchedAddress)));
    const located = await provider.locate(sent);
    expect(located.codes).toEqual(codes);
    expect(located.verified).toBe(true);
  });

  it("settles a contradiction between city and ZIP that the embedded data could not", async () => {
    server.answers(matches(found));
    const located = await provider.locate({ ...sent, zipCode: "35203" });
    expect(located).toMatchObject({ codes: ["AS01", "AC01", "GS01"], problems: [], verified: true });
  });

  it("once for each side of the street is one match", async () => {
    server.answers(matches(found, { ...found, tigerLine: { side: "R", tigerLineId: "2733215" } }));
    expect((await provider.locate(sent)).codes).toEqual(["AS01", "GS01"]);
  });

  it("in the ZIP that was sent wins over the same street elsewhere", async () => {
    server.answers(matches(matchOf("600 DEXTER AVE, MOBILE, AL, 36603"), found));
    expect((await provider.locate(sent)).normalizedAddress).toMatchObject({
      city: "MONTGOMERY",
      zipCode: "36104",
    });
  });

  it("still has its missing unit number reported", async () => {
    server.answers(matches(found));
    const located = await provider.locate({ ...sent, streetAddress2: "Suite" });
    expect(located).toMatchObject({
      codes: ["AS01", "AE09", "GS01"],
      verified: false,
      problems: [{ code: "AE09" }],
    });
  });
});

describe("a street that is not found", () => {
  it("keeps the ZIP's center and is reported", async () => {
    server.answers(noMatch);
    const located = await provider.locate(sent);
    expect(located.codes).toEqual(["AE02", "GS03"]);
    expect(located).toMatchObject({
      verified: false,
      geocoded: true,
      problems: [{ code: "AE02" }],
      region: "AL",
    });
    expect(located.normalizedAddress).toEqual(embedded.locateSync(sent).normalizedAddress);
  });

  it("in several jurisdictions is reported as such", async () => {
    server.answers(
      matches(matchOf("600 DEXTER AVE, MOBILE, AL, 36603"), matchOf("600 DEXTER AVE, SELMA, AL, 36701")),
    );
    expect((await provider.locate(sent)).codes).toEqual(["AE05", "GS03"]);
  });

  it("but exists in another state leaves the state as it was sent", async () => {
    server.answers(matches(matchOf("600 DEXTER AVE, COLUMBUS, GA, 31901")));
    const located = await provider.locate(sent);
    expect(located).toMatchObject({ region: "AL", verified: false, problems: [{ code: "AE01" }] });
    expect(located.normalizedAddress).toMatchObject({ state: "AL" });
  });

  it("under this number is not found under another", async () => {
    server.answers(matches(matchOf("602 DEXTER AVE, MONTGOMERY, AL, 36104")));
    expect((await provider.locate(sent)).codes).toEqual(["AE02", "GS03"]);
  });
});

describe("what the service cannot know", () => {
  it.each([
    { streetAddress1: "PO Box 5", city: "Montgomery", state: "AL", zipCode: "36104" },
    { streetAddress1: "RR 2 Box 15", city: "Minot", state: "ND", zipCode: "58701" },
    { streetAddress1: "PSC 3 Box 77", city: "APO", state: "AE", zipCode: "09021" },
    { streetAddress1: "600 Dexter Ave", city: "APO", state: "AL", zipCode: "36104" },
    { streetAddress1: "Dexter Avenue", city: "Montgomery", state: "AL", zipCode: "36104" },
    { streetAddress1: `1 ${"Very ".repeat(30)}Long St`, city: "Montgomery", state: "AL", zipCode: "36104" },
    { streetAddress1: "1 Main St", city: "Nowhere", state: "Freedonia", zipCode: "00000" },
    { streetAddress1: "1 Rue X", city: "Montréal", provinceTerritory: "QC", postalCode: "H2X 1Y4" },
  ])("sends no request for $streetAddress1, $city", async (address) => {
    expect(await provider.locate(address)).toEqual(embedded.locateSync(address));
    expect(server.requests).toHaveLength(0);
  });
});

const DEEP = `{"result":${"[".repeat(50)}${"]".repeat(50)}}`;
const failures: readonly (readonly [string, Answer])[] = [
  ["an error status", status(500)],
  ["too many requests", status(429)],
  ["a maintenance page", body("<html>down for maintenance</html>", "text/html")],
  ["half an answer", body('{"result":{"addressMatches":[')],
  ["another shape", body(DEEP)],
  ["null", body("null")],
  ["nothing", body("")],
  [
    "a match without coordinates",
    matches(matchOf("600 DEXTER AVE, MONTGOMERY, AL, 36104", { coordinates: null })),
  ],
  [
    "impossible coordinates",
    matches(matchOf("600 DEXTER AVE, MONTGOMERY, AL, 36104", { coordinates: { x: 0, y: 91 } })),
  ],
  [
    "a match without address",
    matches(matchOf("600 DEXTER AVE, MONTGOMERY, AL, 36104", { matchedAddress: 7 })),
  ],
  ["far too much", body(`{"result":{"x":"${"x".repeat(1_100_000)}","addressMatches":[]}}`)],
  ["a redirection", (_query, response) => response.writeHead(302, { location: "/elsewhere" }).end()],
  ["a broken connection", hangUp],
];

describe("a service that answers", () => {
  it.each(failures)("%s is retried once, then the embedded result is used", async (_what, answer) => {
    server.answers(answer);
    expect(await provider.locate(sent)).toEqual(embedded.locateSync(sent));
    expect(server.requests).toHaveLength(2);
  });

  it.each(failures)("%s and then correctly returns the street", async (_what, answer) => {
    server.answers(answer, matches(found));
    expect((await provider.locate(sent)).codes).toEqual(["AS01", "GS01"]);
  });

  it("too late is a timeout", async () => {
    const limits: AbortController[] = [];
    vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
      const limit = new AbortController();
      limits.push(limit);
      return limit.signal;
    });
    server.answers(silence);
    const located = provider.locate(sent);
    for (const attempt of [1, 2]) {
      await until(() => server.requests.length === attempt);
      limits.at(-1)?.abort(new DOMException("The time is up.", "TimeoutError"));
    }
    expect(await located).toEqual(embedded.locateSync(sent));
    expect(server.requests).toHaveLength(2);
  });

  it("that the query is invalid is not retried", async () => {
    server.answers(refused);
    expect(await provider.locate(sent)).toEqual(embedded.locateSync(sent));
    expect(server.requests).toHaveLength(1);
  });
});

it("uses the embedded result if the server is not reachable", async () => {
  start({ baseUrl: "http://127.0.0.1:1/geocoder" });
  expect(await provider.locate(sent)).toEqual(embedded.locateSync(sent));
});

describe("the circuit breaker", () => {
  const address = (number: number) => ({ ...sent, streetAddress1: `${number} Dexter Avenue` });

  it("stops calling after several consecutive failures, then lets one caller try", async () => {
    start({ breakerFailures: 3, breakerPauseMs: 1000 });
    server.answers(status(503));
    for (let number = 1; number <= 5; number++) await provider.locate(address(number));
    expect(server.requests).toHaveLength(6);

    clock = 1000;
    server.answers(silence);
    const probe = provider.locate(address(6));
    const others = await Promise.all([provider.locate(address(7)), provider.locate(address(8))]);
    expect(others.map(({ codes }) => codes)).toEqual([["GS03"], ["GS03"]]);
    await until(() => server.requests.length === 7);
    await provider.close?.();
    expect((await probe).codes).toEqual(["GS03"]);
    expect(server.requests).toHaveLength(7);
  });

  it("opens again if the trial call fails and closes if it succeeds", async () => {
    start({ breakerFailures: 1, breakerPauseMs: 1000 });
    server.answers(status(503));
    await provider.locate(address(1));
    clock = 1000;
    await provider.locate(address(2));
    await provider.locate(address(3));
    expect(server.requests).toHaveLength(4);

    clock = 2000;
    server.answers(matches(matchOf("4 DEXTER AVE, MONTGOMERY, AL, 36104")));
    expect((await provider.locate(address(4))).codes).toContain("AS01");
    server.answers(matches(matchOf("5 DEXTER AVE, MONTGOMERY, AL, 36104")));
    expect((await provider.locate(address(5))).codes).toContain("AS01");
  });

  it("reports the service as down until a trial call succeeds", async () => {
    start({ breakerFailures: 2, breakerPauseMs: 1000 });
    server.answers(status(503));
    await provider.locate(address(1));
    expect(provider.isUp?.()).toBe(true);
    await provider.locate(address(2));
    expect(provider.isUp?.()).toBe(false);
    clock = 1000;
    server.answers(matches(matchOf("3 DEXTER AVE, MONTGOMERY, AL, 36104")));
    await provider.locate(address(3));
    expect(provider.isUp?.()).toBe(true);
  });

  it("does not count a rejected query as a failure", async () => {
    start({ breakerFailures: 1 });
    server.answers(refused);
    await provider.locate(address(1));
    await provider.locate(address(2));
    expect(server.requests).toHaveLength(2);
  });
});

describe("many addresses at the same time", () => {
  it("are sent a few at a time; those beyond the queue get the embedded result immediately", async () => {
    start({ concurrency: 2, queue: 3 });
    const releases: (() => void)[] = [];
    server.answers((query, response, request) => {
      releases.push(() => noMatch(query, response, request));
    });
    const address = (number: number) => ({ ...sent, streetAddress1: `${number} Dexter Avenue` });
    const waiting = [1, 2, 3, 4, 5].map((number) => provider.locate(address(number)));
    const past = await Promise.all([6, 7].map((number) => provider.locate(address(number))));
    expect(past).toEqual([6, 7].map((number) => embedded.locateSync(address(number))));
    // Two run, three wait: each response starts the next one.
    for (let answered = 0; answered < 5; answered++) {
      await until(() => releases.length > answered);
      expect(server.requests.length).toBeLessThanOrEqual(answered + 2);
      releases[answered]?.();
    }
    expect((await Promise.all(waiting)).every(({ codes }) => codes.includes("AE02"))).toBe(true);
    expect(server.requests).toHaveLength(5);
  });
});

describe("the cache", () => {
  it("answers a repeated address without a call, for a while", async () => {
    start({ cacheMs: 1000 });
    server.answers(matches(found));
    const first = await provider.locate(sent);
    expect(await provider.locate({ ...sent, streetAddress1: "600 DEXTER AV." })).toEqual(first);
    expect(server.requests).toHaveLength(1);
    clock = 1000;
    await provider.locate(sent);
    expect(server.requests).toHaveLength(2);
  });

  it("evicts the least recently used address when it is full", async () => {
    start({ cacheEntries: 2 });
    server.answers(noMatch);
    for (const number of [1, 2, 1, 3, 1, 2]) {
      await provider.locate({ ...sent, streetAddress1: `${number} Dexter Avenue` });
    }
    expect(server.requests.map(({ searchParams }) => searchParams.get("street")?.[0])).toEqual([
      "1",
      "2",
      "3",
      "2",
    ]);
  });

  it("shares one call among simultaneous requests for the same address", async () => {
    server.answers(matches(found));
    const answers = await Promise.all(Array.from({ length: 20 }, () => provider.locate(sent)));
    expect(new Set(answers.map(({ codes }) => codes.join())).size).toBe(1);
    expect(server.requests).toHaveLength(1);
  });

  it("does not keep failures", async () => {
    server.answers(status(500), status(500), matches(found));
    await provider.locate(sent);
    expect((await provider.locate(sent)).codes).toContain("AS01");
  });
});

describe("aborting", () => {
  it("rejects an aborted caller, while others who share the call get their result", async () => {
    let release = () => {};
    server.answers((query, response, request) => {
      release = () => matches(found)(query, response, request);
    });
    const controller = new AbortController();
    const gone = provider.locate(sent, controller.signal);
    const stays = provider.locate(sent);
    const rejected = expect(gone).rejects.toThrow("left");
    controller.abort(new Error("left"));
    await rejected;
    await until(() => server.requests.length === 1);
    release();
    expect((await stays).codes).toEqual(["AS01", "GS01"]);
  });

  it("rejects a caller who has already aborted", async () => {
    await expect(provider.locate(sent, AbortSignal.abort())).rejects.toThrow();
    expect(server.requests).toHaveLength(0);
  });

  it("uses the embedded data after it is closed", async () => {
    await provider.close?.();
    expect(await provider.locate(sent)).toEqual(embedded.locateSync(sent));
    expect(server.requests).toHaveLength(0);
  });
});
