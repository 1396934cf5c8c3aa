import { startPostgres } from "@withholding-forms/testing/daemons/postgres";
import { eventually } from "@withholding-forms/testing/eventually";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { startTestServer, type TestServer } from "@withholding-forms/testing/service/server";
import pg from "pg";
import { expect, test } from "vitest";
import { createKey } from "../../../auth/keys.js";
import { openPostgresStore } from "../../../store/postgres.js";

// Two instances on one PostgreSQL.
const postgres = await startPostgres();
// A signature waits until it is over; all else takes less, also on a busy machine.
const timeoutMs = 6000;
const start = async () =>
  startTestServer({ options: { store: await openPostgresStore(postgres.url, { timeoutMs }) } });
const [one, other] = [await start(), await start()];

const login = ({ app }: TestServer, apiKey: string) =>
  app.inject({ url: "/authentication/login", headers: { "api-key": apiKey } });
const use = async ({ app }: TestServer, token: string): Promise<number> =>
  (await app.inject({ url: "/v1/getAllFormIds", headers: { authorization: `Bearer ${token}` } })).statusCode;
const fill = (server: TestServer, signForm: string) =>
  server.call({ method: "POST", url: "/v1/fillPdf", payload: { ...fillAlabama, signForm } });
/** As the metrics tell it. */
async function stateIs({ app }: TestServer, up: "0" | "1"): Promise<void> {
  await eventually(async () => (await app.inject({ url: "/metrics" })).body.includes(`\nstore_up ${up}\n`), {
    what: `store_up ${up}`,
  });
}

test("a key created on one instance works on the other immediately, and stops working there once it is revoked", async () => {
  const now = one.options.clock?.().getTime() ?? 0;
  const { key, record } = await createKey(one.options.store, "shared", { now });
  const { accessToken } = (await login(one, key)).json<{ accessToken: string }>();
  expect(await use(other, accessToken)).toBe(200);
  await one.options.store.revoke(record.id, now);
  expect((await login(other, key)).statusCode).toBe(401);
  await eventually(async () => (await use(other, accessToken)) === 401, {
    what: "the other instance to refuse the token",
  });
});

test("a lock on the audit table stops signing only: logins, keys and previews continue", async () => {
  const locker = new pg.Client({ connectionString: postgres.url });
  await locker.connect();
  await locker.query("BEGIN; LOCK TABLE audit_event IN ACCESS EXCLUSIVE MODE");
  for (let round = 0; round < 3; round += 1) {
    const unsigned = await fill(one, "SIGN");
    expect([unsigned.statusCode, unsigned.json<{ code: string }>().code]).toEqual([503, "AUDIT_UNAVAILABLE"]);
    expect((await login(one, one.apiKey)).statusCode).toBe(200);
    expect((await fill(one, "PREVIEW")).statusCode).toBe(200);
    await one.options.store.changes();
    await stateIs(one, "1");
  }
  await locker.query("COMMIT");
  await locker.end();
  await eventually(async () => (await fill(one, "SIGN")).statusCode === 200, {
    what: "signing to work again",
  });
});

test("while PostgreSQL is down login and signing answer 503, all else continues, and it recovers on its own", async () => {
  await postgres.kill();
  const refused = await login(one, one.apiKey);
  expect(refused.statusCode).toBe(503);
  expect(refused.headers["retry-after"]).toBe("5");
  expect(refused.json()).toMatchObject({ code: "KEYS_UNAVAILABLE" });
  // Each has seen only its own token before.
  expect(await use(one, one.token)).toBe(200);
  expect(await use(one, other.token)).toBe(200);
  expect(await use(other, one.token)).toBe(200);
  expect((await one.app.inject({ url: "/readyz" })).statusCode).toBe(200);
  expect((await fill(one, "PREVIEW")).statusCode).toBe(200);
  const unsigned = await fill(one, "SIGN");
  expect([unsigned.statusCode, unsigned.json<{ code: string }>().code]).toEqual([503, "AUDIT_UNAVAILABLE"]);
  await stateIs(one, "0");

  await postgres.restart();
  await eventually(async () => (await login(one, one.apiKey)).statusCode === 200, { what: "a login" });
  await eventually(async () => (await fill(other, "SIGN")).statusCode === 200, { what: "a signature" });
  await stateIs(one, "1");
  expect(one.log()).toContain('"msg":"store unreachable"');
  expect(await postgres.query("SELECT form_id FROM audit_event")).toEqual([
    { form_id: "AL101" },
    { form_id: "AL101" },
  ]);
});
