import { smallCatalog } from "@withholding-forms/testing/catalog/small-catalog";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { call, setTime } = await startTestServer({ options: { catalog: await smallCatalog() } });

async function entries(day: string): Promise<{ id: string; version: string }[]> {
  setTime(new Date(`${day}T12:00:00Z`));
  const response = await call({ url: "/v1/getAllFormsCatalog" });
  expect(response.statusCode).toBe(200);
  return response.json();
}

test("each form id comes once, with its current version", async () => {
  expect(await entries("2026-03-01")).toEqual([
    { id: "TS101", version: "2026.1.0" },
    { id: "TS102", version: "2026.1.0" },
    { id: "TS201", version: "2026.1.0" },
  ]);
  expect((await call({ url: "/v1/getAllFormIds" })).json()).toEqual(["TS101", "TS102", "TS201"]);
});

test("the current version follows the day", async () => {
  expect(await entries("2025-06-01")).toContainEqual({ id: "TS101", version: "2025.1.0" });
});
