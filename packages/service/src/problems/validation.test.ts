import { FillPdfRequest } from "@withholding-forms/contract/schemas";
import { Type } from "@withholding-forms/contract/typebox";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { expect, test } from "vitest";
import { createValidate } from "./validation.js";

const validate = createValidate(FillPdfRequest);

test("a valid request has no problems", () => {
  expect(validate(fillAlabama, "en")).toEqual([]);
});

test("properties named like those of Object.prototype are validated like any other", () => {
  const body = JSON.parse('{"toString": 1, "fields": {"hasOwnProperty": {}}}');
  const pointers = validate(body, "en").map(({ pointer, code }) => `${pointer} ${code}`);
  expect(pointers).toContain("/toString UNKNOWN");
  expect(pointers).toContain("/fields/hasOwnProperty INVALID");
});

test("whatever the compiled check rejects is explained, if only as a whole", () => {
  const odd = createValidate(Type.Object({ n: Type.Integer({ multipleOf: 3 }) }));
  expect(odd({ n: 3 }, "en")).toEqual([]);
  expect(odd({ n: 4 }, "en")).toEqual([
    { pointer: "", code: "INVALID", message: "This value is not valid." },
  ]);
});
