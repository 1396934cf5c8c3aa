import { startNginx } from "@withholding-forms/testing/daemons/nginx";
import { startPostgres } from "@withholding-forms/testing/daemons/postgres";
import { startRedis } from "@withholding-forms/testing/daemons/redis";
import { eventually } from "@withholding-forms/testing/eventually";
import { askOnce, askTogether, startCallers } from "@withholding-forms/testing/faults/callers";
import type { Outcome } from "@withholding-forms/testing/faults/outcome";
import { countedTogether, patience } from "@withholding-forms/testing/faults/processes";
import { callersOf, formIds, login, tokenOf, visit } from "@withholding-forms/testing/faults/questions";
import { startService } from "@withholding-forms/testing/faults/service";
import { isTurnedAway, tally } from "@withholding-forms/testing/faults/tally";
import { run } from "@withholding-forms/testing/service/command";
import { expect, test } from "vitest";

const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url };
const startInstance = () => startService({ workers: 2, env });

/** A command on any machine that reaches the database. */
async function command(words: readonly string[], databaseUrl = postgres.url): Promise<string> {
  const { code, stdout, stderr } = await run(words, "", { DATABASE_URL: databaseUrl });
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
}

async function newKey(
  name: string,
  databaseUrl?: string,
): Promise<{ readonly id: string; readonly key: string }> {
  return JSON.parse(await command(["keys", "create", name, "--json"], databaseUrl));
}

const accessToken = ({ text }: Outcome): string => (JSON.parse(text) as { accessToken: string }).accessToken;

test(
  "ten instances that start at the same time on an empty database all become ready, and count one limit together, also behind nginx",
  async () => {
    const empty = await postgres.newDatabase();
    const limit = 50;
    const settings = { DATABASE_URL: empty, REDIS_URL: redis.url, RATE_LIMIT: String(limit) };
    const instances = await Promise.all(
      // Two of them with two workers: twelve processes.
      Array.from({ length: 10 }, (_, number) => startService({ workers: number < 2 ? 2 : 1, env: settings })),
    );
    const ports = instances.map(({ port }) => port);
    const logins = await askTogether(ports, login(instances[0]?.apiKey ?? ""));
    expect(logins.map(({ status }) => status)).toEqual(ports.map(() => 200));
    expect(await postgres.query("SELECT count(*)::int FROM api_key", empty)).toEqual([{ count: 1 }]);
    expect(await postgres.query("SELECT count(*)::int FROM token_secret", empty)).toEqual([{ count: 1 }]);

    const nginx = await startNginx(ports);
    for (const targets of [ports, [nginx.port]]) {
      const outcomes = await countedTogether(instances, async () => {
        const { key } = await newKey("limited", empty);
        const token = accessToken(await askOnce(ports[0] ?? 0, login(key)));
        let asked = 0;
        const callers = startCallers({
          port: 0,
          callers: 12,
          rest: 0,
          next: () =>
            asked < 300 ? { ...formIds(token), port: targets[asked++ % targets.length] ?? 0 } : undefined,
        });
        await callers.ended;
        return callers.outcomes;
      });
      const { sent, answered, lost, refused } = tally(outcomes);
      expect(answered).toEqual({ 200: limit, "429 RATE_LIMITED": sent - limit });
      expect([lost, refused]).toEqual([0, 0]);
    }
    for (const { child } of instances) child.kill("SIGKILL");
  },
  patience,
);

test(
  "two instances behind nginx are one service: keys, tokens, revocations and new secrets are everywhere",
  async () => {
    const [one, other] = await Promise.all([startInstance(), startInstance()]);
    const nginx = await startNginx([one.port, other.port]);
    // Together they reach both workers of both.
    const everywhere = [one, other].flatMap(({ port }) => Array.from({ length: 6 }, () => port));
    const statuses = async (question: Parameters<typeof askTogether>[1]): Promise<Set<number | undefined>> =>
      new Set((await askTogether(everywhere, question)).map(({ status }) => status));

    const lasting = await newKey("lasting");
    const passing = await newKey("passing");
    expect(await statuses(login(passing.key))).toEqual(new Set([200]));
    const token = accessToken(await askOnce(one.port, login(passing.key)));
    expect(await statuses(formIds(token))).toEqual(new Set([200]));

    const staying = callersOf(visit(accessToken(await askOnce(other.port, login(lasting.key)))), {
      port: nginx.port,
      callers: 4,
    });
    await revokeUnderLoad();
    await rotateUnderLoad();
    const { sent, answered } = tally(await staying.stop());
    expect(answered).toEqual({ 200: sent });
    expect(await Promise.all([one.stop(), other.stop()])).toEqual([0, 0]);

    async function revokeUnderLoad(): Promise<void> {
      const leaving = callersOf([formIds(token)], { port: nginx.port, callers: 4 });
      await leaving.more(100);
      await command(["keys", "revoke", passing.id]);
      expect(await statuses(login(passing.key))).toEqual(new Set([401]));
      // Within seconds, without a restart. Not every burst of requests reaches every worker.
      const isRefused = async (): Promise<boolean> => {
        const from = performance.now();
        await leaving.more(100);
        const { answered } = tally(leaving.outcomes.filter(({ sentAt }) => sentAt >= from));
        const found = new Set([...Object.keys(answered).map(Number), ...(await statuses(formIds(token)))]);
        return found.has(401) && found.size === 1;
      };
      await eventually(isRefused, { what: "every worker to refuse the token" });
      const outcomes = await leaving.stop();
      const { sent: asked, answered } = tally(outcomes);
      expect((answered["200"] ?? 0) + (answered["401"] ?? 0)).toBe(asked);
    }

    /** Callers who log in on one instance and use the token immediately on the other, while secrets change. */
    async function rotateUnderLoad(): Promise<void> {
      const kids = new Set<string>();
      const comers = startCallers({
        port: nginx.port,
        callers: 4,
        next(caller, before) {
          const [here, there] = caller % 2 === 0 ? [one, other] : [other, one];
          if (before?.kind !== "LOGIN" || isTurnedAway(before))
            return { ...login(lasting.key), port: here.port };
          const fresh = accessToken(before);
          kids.add(kidOf(fresh));
          return { ...formIds(fresh), port: there.port };
        },
      });
      for (let rotation = 1; rotation <= 3; rotation++) {
        const known = kids.size;
        await command(["tokens", "rotate"]);
        // The new secret signs as soon as instances read it.
        await comers.until(() => kids.size > known);
        await comers.more(50);
      }
      const outcomes = await comers.stop();
      const { sent: asked, answered } = tally(outcomes);
      expect(answered).toEqual({ 200: asked });
      expect(await statuses(formIds(await tokenOf(one)))).toEqual(new Set([200]));
    }
  },
  patience,
);

function kidOf(token: string): string {
  const header = Buffer.from(token.split(".")[0] ?? "", "base64url").toString();
  return (JSON.parse(header) as { kid: string }).kid;
}
