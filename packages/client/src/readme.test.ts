import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as client from "./index.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

it("the README names every method", () => {
  const { language: _, ...calls } = client.createClient({
    baseUrl: "https://forms.example.com/v1",
    getToken: () => "",
  });
  expect(Object.keys(calls).filter((name) => !new RegExp(`\\b${name}\\b`).test(readme))).toEqual([]);
});

it("the README names everything that can be imported", () => {
  expect(Object.keys(client).filter((name) => !readme.includes(name))).toEqual([]);
});
