import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Kind, schemas } from "./schemas.js";
import { validatorOf } from "./validators.js";

const compiled = new URL("../../../dist/authoring/schema/validators.js", import.meta.url);
const built = (await import(compiled.href)) as { readonly validatorOf: typeof validatorOf };

const files = [
  {},
  [],
  { unknown: true },
  { sets: [{ id: 1, questions: [{ id: "a", type: "text" }, {}] }] },
  { list: [{ case: "x", answers: { a: [1] } }] },
  { id: "x", title: 5, year: "2026", figures: [{}], tables: { a: {} }, lines: [{ text: "x" }, 3] },
];

test.each(Object.keys(schemas) as Kind[])("the build compiles the schema of %s as it is", (kind) => {
  const verdicts = files.map((file) => {
    const [own, other] = [validatorOf(kind), built.validatorOf(kind)];
    return [
      { valid: own(file), errors: own.errors },
      { valid: other(file), errors: other.errors },
    ] as const;
  });
  for (const [own, other] of verdicts) expect(other).toEqual(own);
  expect(verdicts.some(([own]) => (own.errors ?? []).length > 0)).toBe(true);
});

test("a check does not load the compiler of schemas", () => {
  expect(readFileSync(compiled, "utf8")).not.toMatch(/from\s*"ajv"/);
});
