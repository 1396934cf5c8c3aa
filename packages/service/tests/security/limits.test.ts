import {
  alabama,
  americanEmployee,
  canadianEmployee,
  fillAlabama,
  montgomery,
  ottawa,
} from "@withholding-forms/testing/people/samples";
import { withinSecond } from "@withholding-forms/testing/security/cpu-time";
import { ask, listen, sendRaw } from "@withholding-forms/testing/security/raw";
import { startTestServer, testCatalog, testTime } from "@withholding-forms/testing/service/server";
import { testAll } from "@withholding-forms/testing/test-all";
import { describe, expect, test } from "vitest";

// Sizes are limited before any expensive work: before a body is read, before a pattern runs, before a recursion.

const server = await startTestServer();
const { app, call, token } = server;
const port = await listen(app);
const day = testTime.toISOString().slice(0, 10);
const authorization = `Authorization: Bearer ${token}`;
const json = "Content-Type: application/json";

const post = (url: string, payload: object | string) =>
  call({ method: "POST", url, payload, headers: { "content-type": "application/json" } });

describe("the size of a request", () => {
  const limit = 256 * 1024;

  test("a body of 256 KB is read, one byte more is not", async () => {
    const body = (size: number) => `{"x":"${"y".repeat(size - 8)}"}`;
    expect((await post("/v1/forms", body(limit))).statusCode).toBe(422);
    const over = await post("/v1/forms", body(limit + 1));
    expect([over.statusCode, over.json().code]).toEqual([413, "BODY_TOO_LARGE"]);
  });

  test("a body is rejected by the length it announces, before any of it arrives", async () => {
    const answer = await ask(port, "POST /v1/fillPdf", [authorization, json, "Content-Length: 99999999999"]);
    expect(answer.status).toBe(413);
  });

  test("the connection of an endless chunked body is closed", async () => {
    const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`;
    const answer = await ask(
      port,
      "POST /v1/fillPdf",
      [authorization, json, "Transfer-Encoding: chunked"],
      chunk.repeat(5),
    );
    expect(answer.status).toBe(413);
  });

  test("the body of a request without a token is not read", async () => {
    const answer = await ask(port, "POST /v1/fillPdf", [json, "Content-Length: 99999999999"]);
    expect(answer.status).toBe(401);
  });

  test.each([
    ["one long header", `x: ${"y".repeat(17_000)}`],
    ["many headers", Array.from({ length: 4000 }, (_, index) => `x-${index}: y`).join("\r\n")],
    ["a long header name", `${"x".repeat(17_000)}: y`],
  ])("%s is rejected with 431", async (_, header) => {
    expect((await ask(port, "GET /healthz", [header])).status).toBe(431);
  });

  test("a long address is rejected with 431 and a long parameter is not found", async () => {
    expect((await ask(port, `GET /${"x".repeat(17_000)}`)).status).toBe(431);
    expect((await ask(port, `GET /healthz?${"x".repeat(17_000)}`)).status).toBe(431);
    expect((await ask(port, `GET /v1/getPdf/${"x".repeat(101)}`, [authorization])).status).toBe(404);
  });

  test("the connection of an endless header line is closed", async () => {
    const answer = await sendRaw(port, `GET / HTTP/1.1\r\nHost: x\r\nx: ${"y".repeat(100_000)}`);
    expect(answer).toContain("HTTP/1.1 431 ");
  });
});

describe("depth", () => {
  const nests: readonly [string, (inner: string) => string][] = [
    ["alone", (inner) => inner],
    ["as an answer", (inner) => `{"formId":"AL101","employee":{},"fields":{"filingStatus":${inner}}}`],
    ["as a name", (inner) => `{"formId":"AL101","employee":{"firstName":${inner}},"fields":{}}`],
    ["as an address", (inner) => `{"homeAddress":${inner},"workAddresses":[${inner}]}`],
    ["as an unknown member", (inner) => `{"unknown":${inner}}`],
    ["next to a prototype", (inner) => `{"constructor":1,"x":${inner}}`],
  ];
  const deep: readonly [string, string][] = [
    ["lists 100,000 deep", "[".repeat(100_000) + "]".repeat(100_000)],
    ["objects 30,000 deep", `${'{"a":'.repeat(30_000)}1${"}".repeat(30_000)}`],
    ["lists and objects in turn", `${'[{"":'.repeat(20_000)}1${"}]".repeat(20_000)}`],
    ["lists 1,000 deep", "[".repeat(1000) + "]".repeat(1000)],
    ["objects 1,000 deep", `${'{"a":'.repeat(1000)}1${"}".repeat(1000)}`],
    ["17 levels", "[".repeat(17) + "]".repeat(17)],
  ];

  test.each(deep)("%s are rejected wherever they are", async (_, inner) => {
    for (const [where, nest] of nests) {
      const big = inner.length > 10_000;
      for (const url of ["/v1/forms", "/v1/guided-flows", "/v1/fillPdf"]) {
        const response = await post(url, nest(inner));
        const expected = big ? 413 : 400;
        expect([where, url, response.statusCode]).toEqual([where, url, expected]);
        if (!big) expect(response.json().code).toBe("MALFORMED_JSON");
      }
    }
  });

  test("endless lists are rejected, too", async () => {
    expect((await post("/v1/fillPdf", "[".repeat(2_500))).json().code).toBe("MALFORMED_JSON");
    expect((await post("/v1/fillPdf", '{"a":'.repeat(2_500))).json().code).toBe("MALFORMED_JSON");
    expect((await post("/v1/fillPdf", "[".repeat(200_000))).json().code).toBe("BODY_TOO_LARGE");
  });

  test("a body that is not too deep but matches no schema gets field errors", async () => {
    expect((await post("/v1/fillPdf", "[".repeat(16) + "]".repeat(16))).statusCode).toBe(422);
  });
});

describe("counts", () => {
  test("50 work addresses are accepted; with 51, none is looked up", async () => {
    const works = (count: number) => ({ ...alabama, workAddresses: Array(count).fill(montgomery) });
    expect((await post("/v1/forms", works(50))).statusCode).toBe(200);
    const over = await post("/v1/guided-flows", works(51));
    expect(over.statusCode).toBe(422);
    expect(over.json().errors).toMatchObject([{ pointer: "/workAddresses", code: "TOO_MANY" }]);
    expect(
      (await post("/v1/forms", { ...alabama, workAddresses: Array(2_400).fill(0) })).json().errors,
    ).toMatchObject([{ pointer: "/workAddresses", code: "TOO_MANY" }]);
  });

  test("1,000 answers are checked, 1,001 are not", async () => {
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`q${index}`, "x"]));
    const maxAnswers = await post("/v1/fillPdf", { ...fillAlabama, fields: fields(1000) });
    expect(maxAnswers.statusCode).toBe(422);
    // The size of an error does not grow with the rejected request.
    expect(maxAnswers.json().errors).toHaveLength(200);
    const over = await post("/v1/fillPdf", { ...fillAlabama, fields: fields(1001) });
    expect(over.json().errors).toMatchObject([{ pointer: "/fields", code: "TOO_MANY" }]);
  });

  test("of thousands of unknown properties, up to 200 are named", async () => {
    const junk = Object.fromEntries(Array.from({ length: 2_400 }, (_, index) => [`m${index}`, 1]));
    for (const [url, body] of [
      ["/v1/forms", { ...alabama, ...junk }],
      ["/v1/forms", { ...alabama, homeAddress: { ...montgomery, ...junk } }],
      ["/v1/fillPdf", { ...fillAlabama, ...junk }],
      ["/v1/fillPdf", { ...fillAlabama, employee: { ...americanEmployee, ...junk } }],
    ] as const) {
      const response = await post(url, body);
      expect(response.statusCode).toBe(422);
      expect(response.json().errors.length).toBeLessThanOrEqual(200);
    }
  });
});

/** The longest text that any pattern was run on in the meantime. Everything that runs a pattern runs `exec`. */
async function longestSeen(use: () => Promise<void>): Promise<{ length: number; pattern: string }> {
  const exec = RegExp.prototype.exec;
  let seen = { length: 0, pattern: "" };
  RegExp.prototype.exec = function (text) {
    if (typeof text === "string" && text.length > seen.length)
      seen = { length: text.length, pattern: this.source };
    return exec.call(this, text);
  };
  try {
    await use();
  } finally {
    RegExp.prototype.exec = exec;
  }
  return seen;
}

/** Texts on which patterns may backtrack: valid almost to the end. */
const hard = ["9", "9,", "a", " ", "a ", "-", "1.", "99/", "é", "x@", "()", "\u0301"];
const fill = (unit: string, length: number) =>
  `${unit.repeat(Math.ceil(length / unit.length)).slice(0, length - 1)}!`;

const catalog = testCatalog();
const versions = catalog.formIds(day).flatMap((id) => catalog.versions(id, day));
const bodyOf = (form: (typeof versions)[number], fields: object, home?: string) => ({
  formId: form.id,
  formVersion: form.version,
  employee: form.country === "US" ? livingIn(home) : canadianEmployee,
  employer: fillAlabama.employer,
  fields,
});

const livingIn = (state = americanEmployee.address.state) => ({
  ...americanEmployee,
  address: { ...americanEmployee.address, state },
});

describe("the length of an answer", () => {
  test("the spy records patterns", async () => {
    const seen = await longestSeen(async () => {
      "a".repeat(300).replace(/b/g, "");
      "a".repeat(200).split(/b/);
      /b/.test("a".repeat(100));
    });
    expect(seen).toEqual({ length: 300, pattern: "b" });
  });

  test.each(versions.map((form) => [`${form.id} ${form.version}`, form] as const))(
    "%s rejects 200 KB for a question of each pattern, and no pattern runs on them",
    async (_, form) => {
      const { fields } = form.formFields;
      const all = Object.keys(fields);
      // `npm run test:all` tries every question.
      const ids = testAll
        ? all
        : all.filter((id, index) => index === all.findIndex((other) => fields[other] === fields[id]));
      const long = fill("9", 200_000);
      expect(ids.length).toBeGreaterThan(0);
      /** A question that a home elsewhere does not get is asked of a home in the form's own state. */
      const homes = [undefined, form.id.slice(0, 2)];
      for (const id of ids) {
        const rejected = new Set<string>();
        const answers = id === ids[0] ? [long, [long], Array(2_400).fill("9")] : [long];
        for (const [answer, home] of answers.flatMap((one) => homes.map((home) => [one, home] as const))) {
          let response: Awaited<ReturnType<typeof post>> | undefined;
          const seen = await longestSeen(async () => {
            response = await app.inject({
              method: "POST",
              url: "/v1/fillPdf",
              payload: bodyOf(form, { [id]: answer }, home),
              headers: { authorization: `Bearer ${token}` },
            });
          });
          expect([id, response?.statusCode, seen.length < 3000 ? "short" : seen]).toEqual([id, 422, "short"]);
          for (const { questionId, code } of response?.json().errors ?? [])
            rejected.add(`${questionId} ${code}`);
        }
        expect(rejected).toContain(`${id} INVALID`);
      }
    },
  );

  test("no pattern takes a second for an answer of 2,000 letters on which it may backtrack", async () => {
    const done = new Set<string>();
    for (const form of versions) {
      for (const [id, pattern] of Object.entries(form.formFields.fields)) {
        if (done.has(pattern)) continue;
        done.add(pattern);
        for (const unit of hard) {
          const payload = bodyOf(form, { [id]: fill(unit, 2000) });
          const headers = { authorization: `Bearer ${token}` };
          const { result, isLong } = await withinSecond(() =>
            app.inject({ method: "POST", url: "/v1/fillPdf", payload, headers }),
          );
          expect([form.id, id, result.statusCode, isLong]).toEqual([form.id, id, 422, false]);
        }
      }
    }
    expect(done.size).toBeGreaterThan(10);
  });
});

describe("the length of every other text", () => {
  const long = "9".repeat(50_000);
  const texts: readonly [string, string, (text: string) => object][] = [];
  const add = (url: string, pointer: string, body: (text: string) => object) =>
    (texts as [string, string, (text: string) => object][]).push([url, pointer, body]);
  for (const name of ["firstName", "middleInitial", "lastName", "socialSecurityNumber"])
    add("/v1/fillPdf", `/employee/${name}`, (text) => ({
      ...fillAlabama,
      employee: { ...americanEmployee, [name]: text },
    }));
  for (const name of ["socialInsuranceNumber", "socialInsuranceNumberExpiryDate"])
    add("/v1/fillPdf", `/employee/${name}`, (text) => ({
      ...fillAlabama,
      formId: "ON101",
      formVersion: null,
      employee: { ...canadianEmployee, [name]: text },
    }));
  for (const name of ["name", "federalEIN", "telephoneNumber"])
    add("/v1/fillPdf", `/employer/${name}`, (text) => ({
      ...fillAlabama,
      employer: { ...fillAlabama.employer, [name]: text },
    }));
  for (const [address, names] of [
    [montgomery, ["streetAddress1", "streetAddress2", "city", "state", "zipCode"]],
    [ottawa, ["streetAddress1", "streetAddress2", "city", "provinceTerritory", "postalCode"]],
  ] as const)
    for (const name of names) {
      const changed = (text: string) => ({ ...address, [name]: text });
      for (const url of ["/v1/forms", "/v1/guided-flows"]) {
        add(url, `/homeAddress/${name}`, (text) => ({ ...alabama, homeAddress: changed(text) }));
        add(url, `/workAddresses/0/${name}`, (text) => ({ ...alabama, workAddresses: [changed(text)] }));
      }
      add("/v1/fillPdf", `/employee/address/${name}`, (text) => ({
        ...fillAlabama,
        employee: { ...americanEmployee, address: changed(text) },
      }));
      add("/v1/fillPdf", `/employer/address/${name}`, (text) => ({
        ...fillAlabama,
        employer: { ...fillAlabama.employer, address: changed(text) },
      }));
    }
  for (const name of ["filingStatus", "isExempt", "additionalWithholding", "dependentsAmt", "deductions"])
    add("/v1/fillPdf", `/federalValues/${name}`, (text) => ({
      ...fillAlabama,
      formId: "NM101",
      formVersion: null,
      fields: {},
      federalValues: { isExempt: false, filingStatus: "S", [name]: text },
    }));
  for (const name of ["formId", "formVersion", "signForm"])
    add("/v1/fillPdf", `/${name}`, (text) => ({ ...fillAlabama, [name]: text }));

  test.each(texts)(
    "%s: 50 KB at %s are rejected at their property, before any pattern runs",
    async (url, pointer, body) => {
      let response: Awaited<ReturnType<typeof post>> | undefined;
      const seen = await longestSeen(async () => {
        response = await app.inject({
          method: "POST",
          url,
          payload: body(long),
          headers: { authorization: `Bearer ${token}` },
        });
      });
      expect([response?.statusCode, seen.length < 3000 ? "short" : seen]).toEqual([422, "short"]);
      expect(response?.json().errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
      // The error names the location and does not repeat the text.
      expect(response?.body.length).toBeLessThan(5000);
    },
  );
});
