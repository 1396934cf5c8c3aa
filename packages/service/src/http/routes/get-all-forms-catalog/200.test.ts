import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { call, setTime } = await startTestServer();

test("each form id comes once, with its current version", async () => {
  const response = await call({ url: "/v1/getAllFormsCatalog" });
  expect(response.statusCode).toBe(200);
  const entries: { id: string; version: string }[] = response.json();
  expect(entries).toContainEqual({ id: "AL101", version: "2014.3.0" });
  expect(entries.filter(({ id }) => id === "W4101")).toEqual([{ id: "W4101", version: "2025.12.0" }]);
  expect(entries.map(({ id }) => id)).toEqual((await call({ url: "/v1/getAllFormIds" })).json());
});

test("the current version follows the day", async () => {
  setTime(new Date("2025-06-01T12:00:00Z"));
  expect((await call({ url: "/v1/getAllFormsCatalog" })).json()).toContainEqual({
    id: "W4101",
    version: "2024.12.0",
  });
});
