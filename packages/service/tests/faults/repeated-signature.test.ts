import { startPostgres } from "@withholding-forms/testing/daemons/postgres";
import { eventually } from "@withholding-forms/testing/eventually";
import { auditedIn } from "@withholding-forms/testing/faults/audit";
import { patience } from "@withholding-forms/testing/faults/processes";
import { type RunningService, startService } from "@withholding-forms/testing/faults/service";
import { isRunning } from "@withholding-forms/testing/is-running";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { expect, test } from "vitest";
import { openPostgresStore } from "../../src/store/postgres.js";
import { verifyAudit } from "../../src/store/verify-audit.js";

const postgres = await startPostgres();

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** On a separate connection, so that it reaches any worker. */
async function sign({ url }: RunningService, token: string, key: string): Promise<Answer> {
  const response = await fetch(`${url}/v1/fillPdf`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": key,
      connection: "close",
    },
    body: JSON.stringify({ ...fillAlabama, signForm: "SIGN" }),
  });
  return { status: response.status, body: await response.text() };
}

/** As a client repeats it: until it is neither in progress nor lost. */
async function signUntilDone(service: RunningService, token: string, key: string): Promise<Answer> {
  let answer: Answer | undefined;
  await eventually(
    async () => {
      answer = await sign(service, token, key).catch(() => undefined);
      return answer !== undefined && answer.status !== 409 && answer.status !== 503;
    },
    { what: "the answer to a repeated request" },
  );
  return answer as Answer;
}

test.each(["SQLite", "PostgreSQL"])(
  "requests with one key that reach several workers of two instances at the same time record one event (%s)",
  async (kind) => {
    const databaseUrl = await postgres.newDatabase();
    const env: Record<string, string> = kind === "PostgreSQL" ? { DATABASE_URL: databaseUrl } : {};
    const one = await startService({ workers: 2, env });
    const other = await startService({ workers: 2, env, dataDir: one.dataDir });
    const token = await one.token();
    const keys = Array.from({ length: 4 }, (_, index) => `a-key-for-all-workers-${index}`);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? one : other)).flatMap((service) =>
        keys.map(async (key) => ({ key, ...(await signUntilDone(service, token, key)) })),
      ),
    );
    for (const key of keys) {
      const mine = answers.filter((answer) => answer.key === key);
      expect(mine.map(({ status }) => status)).toEqual(mine.map(() => 200));
      expect(new Set(mine.map(({ body }) => body)).size).toBe(1);
    }
    const events =
      kind === "PostgreSQL"
        ? await postgres.query("SELECT id FROM audit_event", databaseUrl)
        : await auditedIn(one.dataDir);
    expect(events).toHaveLength(keys.length);
    expect([await one.stop(), await other.stop()]).toEqual([0, 0]);
  },
  patience,
);

test(
  "a worker that is killed after its event was recorded, before it answered: the repeated request gets the form of that event",
  async () => {
    const databaseUrl = await postgres.newDatabase();
    const service = await startService({ workers: 2, env: { DATABASE_URL: databaseUrl, LOG_LEVEL: "info" } });
    const token = await service.token();
    // The event is committed a second after it was sent, by the server alone: no client is left to receive the result.
    await postgres.query(
      `CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$;
       CREATE TRIGGER be_slow AFTER INSERT ON audit_event FOR EACH STATEMENT EXECUTE FUNCTION be_slow()`,
      databaseUrl,
    );
    const key = "a-key-of-a-killed-worker";
    const lost = sign(service, token, key).catch((error: unknown) => error);
    await eventually(
      async () =>
        (await postgres.query("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'", databaseUrl))
          .length === 1,
      { what: "the event to be on its way" },
    );
    const workers = service.workers();
    for (const pid of workers) process.kill(pid, "SIGKILL");
    expect(await lost).toBeInstanceOf(Error);
    await eventually(() => !workers.some(isRunning), { what: "the end of the killed workers" });
    const recorded = (): Promise<readonly Record<string, unknown>[]> =>
      postgres.query("SELECT sha256, idempotency_key FROM audit_event", databaseUrl);
    await eventually(async () => (await recorded()).length === 1, { what: "the event" });
    await postgres.query("DROP TRIGGER be_slow ON audit_event", databaseUrl);

    const repeated = await signUntilDone(service, token, key);
    expect(repeated.status).toBe(200);
    expect(await recorded()).toMatchObject([{ sha256: JSON.parse(repeated.body).sha256 }]);
    const store = await openPostgresStore(databaseUrl, { timeoutMs: 60_000 });
    expect(await verifyAudit(() => store.stored())).toMatchObject({ events: 1, findings: [] });
    await store.close();
    expect(await service.stop()).toBe(0);
  },
  patience,
);

test(
  "a worker that is killed before its event was recorded: the repeated request signs once its lease has ended",
  async () => {
    const databaseUrl = await postgres.newDatabase();
    const service = await startService({ workers: 2, env: { DATABASE_URL: databaseUrl } });
    const token = await service.token();
    const key = "a-key-of-a-lost-signature";
    const first = await sign(service, token, key);
    const { signedAt } = JSON.parse(first.body) as { signedAt: string };
    // As a kill between the claim and the event leaves it.
    await postgres.query(
      "DELETE FROM audit_event; UPDATE signature_claim SET sha256 = NULL, lease_until = extract(epoch FROM now()) * 1000 + 1500",
      databaseUrl,
    );
    expect((await sign(service, token, key)).status).toBe(409);
    const repeated = await signUntilDone(service, token, key);
    expect(repeated.status).toBe(200);
    expect(JSON.parse(repeated.body)).toMatchObject({ signedAt });
    expect(await postgres.query("SELECT sha256 FROM audit_event", databaseUrl)).toEqual([
      { sha256: JSON.parse(repeated.body).sha256 },
    ]);
    expect(await service.stop()).toBe(0);
  },
  patience,
);
