import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { apiFile, typesOf } from "../scripts/generate-types.mjs";
import { startService } from "./test/service.js";

it("api.ts is what the service's description says: npm run -w packages/client types", async () => {
  const service = await startService();
  expect(readFileSync(apiFile, "utf8")).toBe(await typesOf(service.description()));
});
