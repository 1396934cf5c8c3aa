import {
  alabama,
  americanEmployee,
  fillAlabama,
  montgomery,
} from "@withholding-forms/testing/people/samples";
import { ask, listen } from "@withholding-forms/testing/security/raw";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { describe, expect, test } from "vitest";

// Names that every object inherits, or that a careless merge would write through. None of them is a member, a question,
// a form or a file of ours, and none of them may become one.

const { app, call, token } = await startTestServer();
const authorization = `Bearer ${token}`;

const names = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "isPrototypeOf",
  "__defineGetter__",
  "__lookupSetter__",
  "toJSON",
  "then",
  "length",
  "0",
  "-1",
  "1e3",
  "4294967295",
  " ",
];

const prototypes = [Object, Array, String, Number, Boolean, Function, RegExp, Map, Promise].map(
  (one) => one.prototype as object,
);
const everything = () =>
  prototypes.map((prototype) =>
    Reflect.ownKeys(prototype).map((key) => [key, Object.getOwnPropertyDescriptor(prototype, key)?.value]),
  );
const before = everything();

/** `JSON.stringify` would not write a member named `__proto__`, so it is put in as text. */
function withMember(body: object, at: readonly string[], name: string, value: string): string {
  const marked = JSON.parse(JSON.stringify(body)) as Record<string, unknown>;
  let place = marked;
  for (const step of at) place = place[step] as Record<string, unknown>;
  place["@"] = "@";
  return JSON.stringify(marked).replace('"@":"@"', `${JSON.stringify(name)}:${value}`);
}

const places: readonly [string, object, readonly string[]][] = [
  ["/v1/forms", alabama, []],
  ["/v1/forms", alabama, ["homeAddress"]],
  ["/v1/guided-flows", alabama, []],
  ["/v1/guided-flows", alabama, ["workAddresses", "0"]],
  ["/v1/fillPdf", fillAlabama, []],
  ["/v1/fillPdf", fillAlabama, ["employee"]],
  ["/v1/fillPdf", fillAlabama, ["employee", "address"]],
  ["/v1/fillPdf", fillAlabama, ["employer"]],
  ["/v1/fillPdf", fillAlabama, ["employer", "address"]],
  ["/v1/fillPdf", fillAlabama, ["fields"]],
  [
    "/v1/fillPdf",
    {
      ...fillAlabama,
      formId: "NM101",
      formVersion: null,
      fields: { adjustFederalValues: "false" },
      federalValues: { isExempt: false, filingStatus: "S" },
    },
    ["federalValues"],
  ],
];
const values = ['"x"', "1", "null", "[]", "{}", '{"polluted":true}', '{"prototype":{"polluted":true}}'];

const post = (url: string, payload: string, headers = {}) =>
  call({ method: "POST", url, payload, headers: { "content-type": "application/json", ...headers } });

test("the valid bodies are accepted, so each rejection below has one cause", async () => {
  for (const [url, body] of places) expect((await post(url, JSON.stringify(body))).statusCode).toBe(200);
});

describe.each(places)("%s with an inherited name", (url, body, at) => {
  test(`in /${at.join("/")} is rejected by its name or as malformed`, async () => {
    for (const name of names) {
      for (const value of values) {
        const response = await post(url, withMember(body, at, name, value));
        const dangerous = name === "__proto__" || (name === "constructor" && value.includes('"prototype"'));
        expect([name, value, response.statusCode]).toEqual([name, value, dangerous ? 400 : 422]);
        const { code, errors } = response.json();
        if (dangerous) expect([name, code]).toEqual([name, "MALFORMED_JSON"]);
        else {
          const pointers = errors.map((error: { pointer: string }) => error.pointer);
          expect(pointers).toContain(["", ...at, name].join("/"));
        }
      }
    }
  });
});

test.each([
  '"\\u005f\\u005fproto\\u005f\\u005f"',
  '"__proto\\u005F_"',
  '"\\u005f_proto__"',
  '"__\\u0070roto__"',
])("the property %s bypasses nothing", async (name) => {
  for (const [url, body, at] of places) {
    const text = withMember(body, at, "@@", '{"polluted":true}').replace('"@@"', name);
    expect((await post(url, text)).statusCode).toBe(400);
  }
});

test("two properties with one name are rejected everywhere", async () => {
  const fields = '"fields":{"filingStatus":"MARRIED","filingStatus":"SINGLE","dependents":1}';
  const text = JSON.stringify(fillAlabama).replace(/"fields":\{[^}]*\}/, fields);
  const inside = await post("/v1/fillPdf", text);
  expect([inside.statusCode, inside.json().errors[0]?.pointer]).toEqual([400, "/fields/filingStatus"]);
  for (const [url, body] of places) {
    const [name, value] = Object.entries(body)[0] ?? [];
    const member = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
    const doubled = await post(url, JSON.stringify(body).replace("{", `{${member},`));
    expect([url, doubled.statusCode, doubled.json().errors[0]?.pointer]).toEqual([url, 400, `/${name}`]);
  }
});

test("inherited names are no ids, versions, options or codes", async () => {
  for (const name of names) {
    const id = encodeURIComponent(name);
    for (const [url, code] of [
      [`/v1/getPdf/${id}`, "UNKNOWN_FORM"],
      [`/v1/fillPdf/${id}`, "UNKNOWN_FORM"],
      [`/v1/formQuestionSet/${id}/QS1`, "UNKNOWN_FORM"],
      [`/v1/formQuestionSet/AL101/${id}`, "UNKNOWN_QUESTION_SET"],
      [`/v1/flowQuestionSet/${id}/QS1`, "UNKNOWN_FLOW"],
      [`/v1/flowQuestionSet/FEDERAL/${id}`, "UNKNOWN_QUESTION_SET"],
      [`/v1/getPdf/AL101?formVersion=${id}`, "UNKNOWN_VERSION"],
      [`/images/${id}/2025.4.0/1.png`, "UNKNOWN_IMAGE"],
      [`/images/AL101/${id}/1.png`, "UNKNOWN_IMAGE"],
      [`/images/AL101/2025.4.0/${id}`, "UNKNOWN_IMAGE"],
      [`/problems/${id}`, "NOT_FOUND"],
      [`/assets/${id}`, "NOT_FOUND"],
    ] as const) {
      const response = await call({ url });
      expect([url, response.statusCode, response.json().code]).toEqual([url, 404, code]);
    }
    const body = async (change: object) => {
      const response = await post("/v1/fillPdf", JSON.stringify({ ...fillAlabama, ...change }));
      const { code, errors } = response.json();
      return [name, code, errors.map((error: { pointer: string }) => error.pointer)];
    };
    // White space around a value is removed, so a blank ID is an empty one.
    const refused = (code: string, pointer: string) =>
      name.trim() === "" ? [name, "INVALID_BODY", [pointer]] : [name, code, []];
    expect(await body({ formId: name })).toEqual(refused("UNKNOWN_FORM", "/formId"));
    expect(await body({ formVersion: name })).toEqual(refused("UNKNOWN_VERSION", "/formVersion"));
    expect(await body({ signForm: name })).toEqual([name, "INVALID_BODY", ["/signForm"]]);
    expect(await body({ fields: { filingStatus: name } })).toMatchObject([
      name,
      "ANSWERS_REFUSED",
      expect.arrayContaining(["/fields/filingStatus"]),
    ]);
    const federal = { formId: "NM101", formVersion: null, fields: {} };
    const [, , pointers] = await body({ ...federal, federalValues: { isExempt: false, filingStatus: name } });
    // A blank one was not given, which is wrong at the same place.
    expect(pointers).toContain("/federalValues/filingStatus");
  }
});

test("inherited properties do not replace missing answers", async () => {
  const bare = { formId: "AL101", employee: { address: montgomery }, employer: {}, fields: {} };
  const response = await post("/v1/fillPdf", JSON.stringify(bare));
  expect(response.statusCode).toBe(422);
  const inherited = Object.create({ ...americanEmployee }) as object;
  expect(JSON.stringify(inherited)).toBe("{}");
  const asked = await post(
    "/v1/fillPdf",
    JSON.stringify({ ...fillAlabama, fields: { toString: "SINGLE", valueOf: 1, dependents: 1 } }),
  );
  const codes = asked
    .json()
    .errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
  expect(codes.sort()).toEqual([
    "/fields/filingStatus REQUIRED",
    "/fields/toString UNKNOWN",
    "/fields/valueOf UNKNOWN",
  ]);
});

test.each(names)("the query parameter %s is ignored, and one given twice is rejected", async (name) => {
  const id = encodeURIComponent(name);
  const url = "/v1/formQuestionSet/AL101/QS1";
  const plain = await call({ url });
  for (const query of [`${id}=x`, `${id}[polluted]=x`, `${id}.polluted=x`, `${id}`, `${id}=x&${id}=y`]) {
    const response = await call({ url: `${url}?${query}` });
    expect([query, response.statusCode, response.body]).toEqual([query, 200, plain.body]);
  }
  for (const query of [
    `formVersion=${id}&formVersion=2025.4.0`,
    `hasFederalValues=true&hasFederalValues=true`,
    `hasFederalValues=${id}`,
  ])
    expect((await call({ url: `${url}?${query}` })).statusCode).toBe(400);
});

test("headers with such names have no effect", async () => {
  const port = await listen(app);
  for (const name of names.filter((one) => one.trim() !== "")) {
    const headers = [`Authorization: ${authorization}`, `${name}: x`, `${name}: y`];
    expect([name, (await ask(port, "GET /v1/getAllFormIds", headers)).status]).toEqual([name, 200]);
  }
});

test("afterward, Object.prototype is unchanged", () => {
  expect(everything()).toEqual(before);
  expect("polluted" in {}).toBe(false);
});
