import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { startTestServer, testTime } from "@withholding-forms/testing/service/server";
import Database from "libsql";
import { afterEach, describe, expect, test } from "vitest";
import { createKey } from "../../../auth/keys.js";
import { rotateSecret } from "../../../auth/tokens.js";
import type { AuditEvent } from "../../../store/audit-event.js";
import { openSqliteStore } from "../../../store/sqlite.js";

const { app, call, audit, dataDir, log, options, setTime } = await startTestServer();
afterEach(() => setTime(testTime));

const body = { ...fillAlabama, signForm: "SIGN" };
let keys = 0;
const newKey = (): string => `a-key-of-a-test-${++keys}`;

const sign = (key: string, payload: object = body, headers: Record<string, string> = {}) =>
  call({
    method: "POST",
    url: "/v1/fillPdf",
    payload,
    headers: { "idempotency-key": key, ...headers },
  });

function eventsSince(before: string): { time: string; sha256: string; idempotencyKey?: string }[] {
  const added = audit().slice(before.length).trimEnd();
  return added === "" ? [] : added.split("\n").map((line) => JSON.parse(line));
}

test("a repeated request gets the same response, and there is one audit event", async () => {
  const [key, before] = [newKey(), audit()];
  const first = await sign(key);
  expect(first.statusCode).toBe(200);
  setTime(new Date(testTime.getTime() + 3_600_000));
  const repeated = await sign(key);
  expect(repeated.statusCode).toBe(200);
  expect(repeated.body).toBe(first.body);
  expect(first.json().signedAt).toBe("2026-11-16T18:30:00.000Z");
  expect(eventsSince(before)).toEqual([
    expect.objectContaining({
      time: "2026-11-16T18:30:00.000Z",
      sha256: createHash("sha256").update(Buffer.from(first.json().pdf, "base64")).digest("hex"),
      idempotencyKey: expect.stringMatching(/^[0-9a-f]{64}$/),
      requestDigest: expect.stringMatching(/^[0-9a-f]{16}\.[0-9a-f]{64}$/),
    }),
  ]);
});

test("the order of members and the quotation marks of the header make no difference", async () => {
  const [key, before] = [newKey(), audit()];
  const first = await sign(key);
  const reordered = Object.fromEntries(Object.entries(body).reverse());
  expect((await sign(`"${key}"`, reordered)).body).toBe(first.body);
  expect(eventsSince(before)).toHaveLength(1);
});

test("a request without a version gets the version of the first one, even after a newer one took effect", async () => {
  setTime(new Date("2025-12-31T23:00:00Z"));
  const key = newKey();
  const { formVersion: _, ...latest } = body;
  const fields = {
    isNra: false,
    isExempt: false,
    filingStatus: "SINGLE_OR_MARRIED_FILING_SEPARATELY",
    multipleJobsOption: "NONE",
    incomeWithinCreditLimit: true,
    otherAdjustmentsSurvey: false,
    useDeductionsWorksheet: false,
  };
  const w4 = { ...latest, formId: "W4101", fields };
  const first = await sign(key, w4);
  setTime(new Date("2026-01-01T01:00:00Z"));
  const other = await sign(newKey(), w4);
  expect(other.json().formVersion).not.toBe(first.json().formVersion);
  expect((await sign(key, w4)).body).toBe(first.body);
});

test.each([
  ["en", "This Idempotency-Key was used for another request. Nothing was signed."],
  ["es", "Esta Idempotency-Key se usó para otra solicitud. No se firmó nada."],
  ["fr", "Cette Idempotency-Key a servi à une autre demande. Rien n'a été signé."],
])("another request under the same key is a 422, in %s", async (language, detail) => {
  const key = newKey();
  await sign(key, body, { "accept-language": language });
  const before = audit();
  const others = [
    [{ ...body, fields: { filingStatus: "SINGLE", dependents: 2 } }, {}],
    [{ ...body, employee: { ...body.employee, socialSecurityNumber: "123-45-6780" } }, {}],
    [body, { timezone: "America/Chicago" }],
  ] as const;
  for (const [payload, headers] of others) {
    const refused = await sign(key, payload, { "accept-language": language, ...headers });
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
    expect(refused.json().detail).toContain(detail);
  }
  expect(audit()).toBe(before);
});

test("another language is another request", async () => {
  const key = newKey();
  await sign(key);
  expect((await sign(key, body, { "accept-language": "fr" })).json().code).toBe("IDEMPOTENCY_KEY_REUSED");
});

test("API keys do not share their keys", async () => {
  const key = newKey();
  const first = await sign(key);
  const { key: apiKey } = await createKey(options.store, "another", { now: testTime.getTime() });
  const login = await app.inject({ url: "/authentication/login", headers: { "api-key": apiKey } });
  setTime(new Date(testTime.getTime() + 60_000));
  const before = audit();
  const authorization = `Bearer ${login.json().accessToken}`;
  const other = await sign(key, { ...body, fields: { filingStatus: "ZERO" } }, { authorization });
  expect(other.statusCode).toBe(200);
  expect(other.json().sha256).not.toBe(first.json().sha256);
  expect(eventsSince(before)).toHaveLength(1);
});

test("simultaneous requests record one event; all responses are the same form, or ask to retry", async () => {
  const [key, before] = [newKey(), audit()];
  const responses = await Promise.all(Array.from({ length: 12 }, () => sign(key)));
  const signed = responses.filter(({ statusCode }) => statusCode === 200);
  expect(new Set(signed.map((response) => response.body)).size).toBe(1);
  for (const response of responses.filter(({ statusCode }) => statusCode !== 200)) {
    expect(response.statusCode).toBe(409);
    expect(response.headers["retry-after"]).toBe("1");
    expect(response.json().code).toBe("SIGNATURE_IN_PROGRESS");
  }
  expect(eventsSince(before)).toHaveLength(1);
  expect((await sign(key)).body).toBe(signed[0]?.body);
});

test("a rejected request does not use up the key", async () => {
  const [key, before] = [newKey(), audit()];
  const refused = await sign(key, { ...body, fields: {} });
  expect(refused.statusCode).toBe(422);
  expect(refused.json().code).toBe("ANSWERS_REFUSED");
  expect((await sign(key)).statusCode).toBe(200);
  expect(eventsSince(before)).toHaveLength(1);
});

test("a key is free again after a day, and what it signed before stays in the audit log", async () => {
  const [key, before] = [newKey(), audit()];
  await sign(key);
  const other = { ...body, fields: { filingStatus: "ZERO" } };
  const dayMs = 24 * 60 * 60 * 1000;
  setTime(new Date(testTime.getTime() + dayMs));
  expect((await sign(key, other)).json().code).toBe("IDEMPOTENCY_KEY_REUSED");
  setTime(new Date(testTime.getTime() + dayMs + 1));
  expect((await sign(key, other)).statusCode).toBe(200);
  expect(eventsSince(before)).toHaveLength(2);
});

test("a repeated request is recognized after secrets were renewed", async () => {
  const key = newKey();
  const first = await sign(key);
  await rotateSecret(options.store, testTime.getTime() + 1000);
  setTime(new Date(testTime.getTime() + 60_000));
  // A token of the new secret shows that the service knows it.
  const before = audit();
  await call({ method: "POST", url: "/v1/fillPdf", payload: fillAlabama });
  expect((await sign(key)).body).toBe(first.body);
  expect(audit()).toBe(before);
});

test.each(["short", "a".repeat(129), "sixteen letters é", "one-key-of-two-x, one-key-of-two-y", ""])(
  "the key %j is rejected",
  async (key) => {
    const before = audit();
    const refused = await sign(key);
    expect(refused.statusCode).toBe(400);
    expect(refused.json().code).toBe("INVALID_IDEMPOTENCY_KEY");
    expect(audit()).toBe(before);
  },
);

test("PREVIEW and SIGN_EXTERNALLY, which sign nothing, check the header and do not use it", async () => {
  const key = newKey();
  for (const signForm of ["PREVIEW", "SIGN_EXTERNALLY", undefined]) {
    expect((await sign(key, { ...fillAlabama, signForm })).statusCode).toBe(200);
    expect((await sign("too short", { ...fillAlabama, signForm })).statusCode).toBe(400);
  }
  expect((await sign(key)).statusCode).toBe(200);
});

test("neither the key nor personal data is in a file or in the log", async () => {
  const key = "canary-key-123-45-6789";
  await sign(key);
  await sign(key, { ...body, fields: {} });
  const files = readdirSync(dataDir).filter((name) => !name.startsWith("keys.db"));
  expect(files).toEqual(expect.arrayContaining(["audit.jsonl", "signatures.db", "signatures.db-wal"]));
  for (const name of files) {
    const text = readFileSync(join(dataDir, name), "latin1");
    expect(text).not.toMatch(/canary|Smith|123-45-6789|123456789|Montgomery|SINGLE/);
  }
  expect(log()).not.toMatch(/canary|Smith|123-45-6789/);
});

describe("after a process that ended", () => {
  const claims = () => new Database(join(dataDir, "signatures.db"));

  test("between the audit event and the response, the repeated request gets the form of that event", async () => {
    const [key, before] = [newKey(), audit()];
    const first = await sign(key);
    // As the crash leaves it: the event is on the disk, and the claim is not completed.
    const database = claims();
    database.exec("UPDATE signature_claim SET sha256 = NULL");
    database.close();
    const running = await sign(key);
    expect([running.statusCode, running.json().code]).toEqual([409, "SIGNATURE_IN_PROGRESS"]);
    setTime(new Date(testTime.getTime() + 29_999));
    expect((await sign(key)).statusCode).toBe(409);
    setTime(new Date(testTime.getTime() + 30_000));
    const repeated = await sign(key);
    expect(repeated.statusCode).toBe(200);
    expect(repeated.body).toBe(first.body);
    expect(eventsSince(before)).toHaveLength(1);
  });

  test("before the audit event, the repeated request signs with the instant of the first one", async () => {
    const before = audit();
    const key = newKey();
    const failing = {
      ...options.store,
      record: (_event: AuditEvent): Promise<void> => Promise.reject(new Error("The process ends here.")),
    };
    const other = await startTestServer({ options: { store: failing } });
    const send = () =>
      other.call({
        method: "POST",
        url: "/v1/fillPdf",
        payload: body,
        headers: { "idempotency-key": key },
      });
    expect((await send()).json().code).toBe("AUDIT_UNAVAILABLE");
    failing.record = options.store.record;
    other.setTime(new Date(testTime.getTime() + 120_000));
    const repeated = await send();
    expect(repeated.statusCode).toBe(200);
    expect(repeated.json().signedAt).toBe("2026-11-16T18:30:00.000Z");
    expect(eventsSince(before)).toMatchObject([{ time: "2026-11-16T18:30:00.000Z" }]);
  });

  test("whose event was recorded although the store reported a failure, there is no second event", async () => {
    const before = audit();
    const key = newKey();
    const store = openSqliteStore(dataDir);
    let answers = false;
    const lost = {
      ...store,
      record: async (event: AuditEvent) => {
        await store.record(event);
        if (!answers) throw new Error("The connection ended before the answer came.");
      },
    };
    const other = await startTestServer({ options: { store: lost } });
    const send = () =>
      other.call({
        method: "POST",
        url: "/v1/fillPdf",
        payload: body,
        headers: { "idempotency-key": key },
      });
    expect((await send()).statusCode).toBe(503);
    answers = true;
    const repeated = await send();
    expect(repeated.statusCode).toBe(200);
    expect(eventsSince(before)).toMatchObject([{ sha256: repeated.json().sha256 }]);
  });
});

test("a form that would now differ from the signed one is not returned", async () => {
  const [key, before] = [newKey(), audit()];
  await sign(key);
  const database = new Database(join(dataDir, "signatures.db"));
  database.exec("UPDATE signature_claim SET sha256 = 'of a file of the version before'");
  database.close();
  const repeated = await sign(key);
  expect([repeated.statusCode, repeated.json().code]).toEqual([409, "REPEAT_DIFFERS"]);
  expect(eventsSince(before)).toHaveLength(1);
});
