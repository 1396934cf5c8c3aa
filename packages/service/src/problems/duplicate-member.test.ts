import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { startTestServer } from "@withholding-forms/testing/service/server";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countMembers, duplicateMember } from "./duplicate-member.js";

const find = (text: string): string | undefined =>
  duplicateMember(text, countMembers(JSON.parse(text), 100) ?? 0);

describe("finds a property that an object has twice", () => {
  test.each([
    ["at the top", '{"signForm":"PREVIEW","signForm":"SIGN"}', "/signForm"],
    ["spelled with an escape", '{"signForm":1,"sign\\u0046orm":2}', "/signForm"],
    ["with white space before its colon", '{"a" : 1,\n"a"\t\r\n:2}', "/a"],
    ["in an inner object", '{"fields":{"x":{"y":1,"z":[],"y":1}}}', "/fields/x/y"],
    ["in an object of a list", '{"list":[{"a":1},[2,{"b":1,"b":1}]]}', "/list/1/1/b"],
    ["with characters that a pointer escapes", '{"a/b~":1,"a/b~":2}', "/a~1b~0"],
    ["with quotation marks and backslashes", '{"\\"\\\\":1,"x":"\\\\","\\u0022\\\\":2}', '/"\\'],
    ["with an empty name", '{"":1,"":2}', "/"],
    ["three times", '{"a":1,"a":2,"a":3}', "/a"],
    ["that reaches no prototype", '{"toString":1,"toString":2}', "/toString"],
  ])("%s", (_, text, pointer) => expect(find(text)).toBe(pointer));
});

test.each([
  '{"a":"a","b":{"a":1},"c":[{"a":1},{"a":1}]}',
  '{"a":"\\":","b":"x:\\\\"}',
  '"a"',
  "[]",
  "1",
  '{"A":1,"a":2}',
])("%s has none", (text) => expect(find(text)).toBeUndefined());

test("no document that JSON.stringify writes has one, and a repeated member is always found", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (object, pick) => {
      const names = Object.keys(object);
      const name = names[pick % names.length] ?? "";
      const text = JSON.stringify(object, null, pick % 3);
      expect(find(text)).toBeUndefined();
      const doubled = `{${JSON.stringify(name)}:0,${text.slice(1)}`;
      expect(find(doubled)).toBe(`/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`);
    }),
    { numRuns: 500, seed: 2026 },
  );
});

describe("rejects a request with a duplicate property before doing anything else", () => {
  test.each([
    ["en", "This member appears more than once."],
    ["es", "Este elemento aparece más de una vez."],
    ["fr", "Cet élément figure plus d'une fois."],
  ])("and the member is named in %s", async (language, message) => {
    const { call } = await startTestServer();
    const payload = JSON.stringify(fillAlabama).replace(
      /\}$/,
      ',"signForm":"SIGN","sign\\u0046orm":"PREVIEW"}',
    );
    const headers = { "content-type": "application/json", "accept-language": language };
    const response = await call({ method: "POST", url: "/v1/fillPdf", payload, headers });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: "MALFORMED_JSON",
      errors: [{ pointer: "/signForm", code: "DUPLICATE", message }],
    });
  });
});
