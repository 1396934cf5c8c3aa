import { expect, test } from "vitest";
import { chooseType } from "./accept.js";

const json = ["application/json"] as const;
const yaml = ["application/yaml", "application/json"] as const;

test.each([
  [undefined, json, "application/json"],
  ["*/*", json, "application/json"],
  ["application/*", json, "application/json"],
  ["text/html, application/json;q=0.1", json, "application/json"],
  ["Application/JSON", json, "application/json"],
  ["application/json, text/plain, */*", yaml, "application/yaml"],
  ["application/yaml;q=0.9, application/json;q=0.8", yaml, "application/yaml"],
  ["*/*;q=0.1", yaml, "application/yaml"],
  ["text/html", json, undefined],
  ["application/pdf", json, undefined],
  ["application/json;q=0", json, undefined],
  ["application/json;q=0, */*", json, undefined],
])("Accept %j of %j is %s", (header, offered, type) => {
  expect(chooseType(header, offered as readonly string[])).toBe(type);
});
