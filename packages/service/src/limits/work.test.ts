import { alabama, fillAlabama } from "@withholding-forms/testing/people/samples";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { describe, expect, test } from "vitest";
import { countElements } from "./work.js";

describe("elements of a JSON document", () => {
  test.each([
    ["1", 0],
    ["{}", 1],
    ['{"a":1}', 1],
    ['{"a":1,"b":[1,2,3]}', 5],
    ['[{"a":1},{"a":1}]', 4],
    ['{"a":"x,y,z","b":"\\",\\\\","c":0}', 3],
    ['{"a":{"b":{"c":[[],[]]}}}', 7],
  ])("%s has %i", (json, count) => {
    expect(countElements(Buffer.from(json), 100)).toBe(count);
  });

  test("counting stops beyond the limit", () => {
    expect(countElements(Buffer.from(`[${"1,".repeat(1000)}1]`), 10)).toBe(11);
  });
});

const leftOf = (header: unknown): number => Number(/^"key";r=(\d+);t=\d+$/.exec(String(header))?.[1]);

/** What each request leaves of a quota of 100 units. */
async function remaining(...payloads: readonly [string, object][]): Promise<[number, number][]> {
  const server = await startTestServer({ env: { RATE_LIMIT: "100" } });
  const seen: [number, number][] = [];
  for (const [url, payload] of payloads) {
    const response = await server.call({ method: "POST", url, payload });
    seen.push([response.statusCode, leftOf(response.headers["ratelimit"])]);
  }
  return seen;
}

const work = (count: number) => ({
  ...alabama,
  workAddresses: Array.from({ length: count }, () => alabama.workAddresses[0]),
});
const answers = (count: number) => ({
  ...fillAlabama,
  fields: Object.fromEntries(Array.from({ length: count }, (_, index) => [`unknown${index}`, "x"])),
});

test("an ordinary request costs one unit, and work addresses, answers, bytes and signatures cost more", async () => {
  const seen = await remaining(
    ["/v1/forms", work(1)],
    ["/v1/forms", work(4)],
    ["/v1/forms", work(5)],
    ["/v1/guided-flows", work(40)],
    ["/v1/fillPdf", fillAlabama],
    ["/v1/fillPdf", { ...fillAlabama, signForm: "SIGN" }],
    ["/v1/fillPdf", answers(600)],
    ["/v1/fillPdf", { ...fillAlabama, fields: { unknown: "x".repeat(130_000) } }],
  );
  expect(seen).toEqual([
    [200, 99],
    [200, 98],
    [200, 96],
    // 40 addresses of 4 members each are 8 units; the body's 200 elements are less than one.
    [200, 87],
    [200, 86],
    [200, 84],
    [422, 81],
    [422, 79],
  ]);
});

test("a request that costs more than is left is rejected, and what is left is for smaller ones", async () => {
  const server = await startTestServer({ env: { RATE_LIMIT: "8" } });
  const call = async (count: number): Promise<[number, number, boolean]> => {
    const { statusCode, headers } = await server.call({
      method: "POST",
      url: "/v1/forms",
      payload: work(count),
    });
    return [statusCode, leftOf(headers["ratelimit"]), headers["retry-after"] !== undefined];
  };
  expect(await call(20)).toEqual([200, 3, false]);
  // The first unit is counted before the body is read.
  expect(await call(20)).toEqual([429, 2, true]);
  expect(await call(1)).toEqual([200, 1, false]);
  expect(await call(1)).toEqual([200, 0, false]);
  expect(await call(1)).toEqual([429, 0, true]);
});

test("a limit smaller than one request's cost still admits that request in a new window", async () => {
  const server = await startTestServer({ env: { RATE_LIMIT: "2" } });
  const response = await server.call({ method: "POST", url: "/v1/forms", payload: work(5) });
  expect([response.statusCode, leftOf(response.headers["ratelimit"])]).toEqual([200, 0]);
});

test("a body with more members and list elements than the limit is rejected before it is parsed", async () => {
  const server = await startTestServer();
  const call = (payload: string) =>
    server.call({
      method: "POST",
      url: "/v1/fillPdf",
      payload,
      headers: { "content-type": "application/json", "accept-language": "en" },
    });
  const list = (count: number): string => `{"fields":[${Array(count).fill(1).join(",")}]}`;
  expect((await call(list(2499))).statusCode).toBe(422);
  const refused = await call(list(2500));
  expect(refused.statusCode).toBe(413);
  expect(refused.json()).toMatchObject({
    code: "BODY_TOO_LARGE",
    detail: "The request body is larger than 262144 bytes or has more than 2500 members and array elements.",
  });
  // Not JSON, but rejected for its size: nothing has looked further.
  expect((await call(`${list(2500)}}`)).statusCode).toBe(413);
});
