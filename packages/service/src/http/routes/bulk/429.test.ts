import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";
import { alone } from "../../../limits/fallback.js";
import { memoryCounter } from "../../../limits/memory.js";

const counter = memoryCounter();
/** Minutes of 100 ms. */
const limits = alone({ take: (name, amount, limit) => counter.take(name, amount, limit, 100) });
const { call, log } = await startTestServer({ env: { RATE_LIMIT: "5" }, options: { limits } });

test("lines count against the quota of the key, and wait for the next minute when it is used up", async () => {
  const line = `${JSON.stringify({ ...fillAlabama, signForm: "SIGN" })}\n`;
  const response = await call({
    method: "POST",
    url: "/v1/bulk/fillPdf",
    payload: line.repeat(5),
    headers: { "content-type": "application/x-ndjson" },
  });
  const statuses = response.body.trim().split("\n");
  expect(statuses.map((one) => JSON.parse(one).status)).toEqual([200, 200, 200, 200, 200]);
  // A signature costs two units, so the request and two lines are within the first minute.
  expect(log().match(/"route":"\/v1\/fillPdf","status":429/g)?.length).toBeGreaterThanOrEqual(3);
});
