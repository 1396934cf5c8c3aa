import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";
import { alone } from "../../../limits/fallback.js";

/** By name, what is used of the minute. A rejected request ends the minute, so that nothing depends on time. */
const used = new Map<string, number>();
const limits = alone({
  take: async (name, amount, limit) => {
    const before = used.get(name) ?? 0;
    const granted = before + amount <= limit ? amount : 0;
    used.set(name, granted === 0 ? 0 : before + granted);
    return { granted, remaining: limit - before - granted, resetsInMs: 1 };
  },
});
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
  expect(log()).toMatch(/"route":"\/v1\/fillPdf","status":429/);
});
