import { eventually } from "@withholding-forms/testing/eventually";
import { auditedIn } from "@withholding-forms/testing/faults/audit";
import { askOnce, askTogether, startCallers } from "@withholding-forms/testing/faults/callers";
import { fakeClock } from "@withholding-forms/testing/faults/clock";
import type { Outcome, Question } from "@withholding-forms/testing/faults/outcome";
import { patience } from "@withholding-forms/testing/faults/processes";
import { formIds, login, visit } from "@withholding-forms/testing/faults/questions";
import { startService } from "@withholding-forms/testing/faults/service";
import { signatures, tally } from "@withholding-forms/testing/faults/tally";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { run } from "@withholding-forms/testing/service/command";
import { expect, test } from "vitest";

const callerCount = 6;
const loginLimit = 30;

test(
  "tokens, limits, versions and dates follow a clock that is set forward and back, and nothing hangs",
  async () => {
    const clock = fakeClock("2025-12-31T12:00:00Z");
    const service = await startService({
      workers: 2,
      env: { ...clock.env, LOGIN_RATE_LIMIT: String(loginLimit), TRUST_PROXY: "1" },
    });
    const { port, apiKey, dataDir } = service;
    const everyWorker = Array.from({ length: 8 }, () => port);
    let lastAddress = 0;
    const loginAnew = (): Question =>
      login(apiKey, { "x-forwarded-for": `10.0.${++lastAddress >> 8}.${lastAddress & 255}` });
    const token = async (): Promise<string> => accessToken(await askOnce(port, loginAnew()));
    const command = async (...words: string[]): Promise<string> => {
      const { code, stdout, stderr } = await run(words, "", { ...clock.env, DATA_DIR: dataDir });
      expect([code, stderr]).toEqual([0, ""]);
      return stdout;
    };

    // Callers do as integrators should: a token that is rejected is replaced by a new one.
    const tokens = new Map<number, string>();
    let turn = 0;
    const callers = startCallers({
      port,
      callers: callerCount,
      next(caller, before) {
        if (before?.kind === "LOGIN" && before.status === 200) tokens.set(caller, accessToken(before));
        const held = before?.status === 401 ? undefined : tokens.get(caller);
        if (held === undefined) return loginAnew();
        const questions = visit(held);
        return questions[turn++ % questions.length];
      },
    });
    /** Sets the clock under load, and counts the tokens that were rejected because of it. */
    const move = async (time: string): Promise<number> => {
      const from = callers.outcomes.length;
      clock.set(time);
      await callers.more(10 * callerCount, ({ status }) => status === 200);
      return callers.outcomes.slice(from).filter(({ status }) => status === 401).length;
    };
    const latest = async (): Promise<Set<string | undefined>> => {
      const question = { ...formIds(await token()), path: "/v1/getAllFormsCatalog" };
      const answers = await askTogether(everyWorker, question);
      return new Set(answers.map(({ text }) => /"id":"W4101","version":"([^"]+)"/.exec(text)?.[1]));
    };
    /** What is printed next to a signature in New York. */
    const signedInNewYork = async (): Promise<string | undefined> => {
      const headers = { authorization: `Bearer ${await token()}`, timezone: "America/New_York" };
      const body = { ...fillAlabama, signForm: "SIGN" };
      const { text } = await askOnce(port, { method: "POST", path: "/v1/fillPdf", headers, body });
      const pdf = Buffer.from(/"pdf":"([^"]+)"/.exec(text)?.[1] ?? "", "base64").toString("latin1");
      return /\(John Smith +([^)]+)\)Tj/.exec(pdf)?.[1];
    };
    const limited = async (): Promise<{ readonly status: number | undefined; readonly wait: number }> => {
      const ports = Array.from({ length: loginLimit + 1 }, () => port);
      // Not at the first attempt if a new minute starts during it.
      const attempt = async (): Promise<Outcome | undefined> =>
        (await askTogether(ports, login("guess", { "x-forwarded-for": "192.0.2.1" }))).find(
          ({ status }) => status === 429,
        );
      const { status, retryAfter } = await eventually(attempt, { what: "a login that is refused" });
      return { status, wait: Number(retryAfter) };
    };
    /** New tokens are signed with a new secret as soon as workers read it. */
    const rotate = async (): Promise<void> => {
      const before = kidOf(await token());
      await command("tokens", "rotate");
      await eventually(async () => kidOf(await token()) !== before, { what: "a token of the new secret" });
    };
    await callers.more(50, ({ status }) => status === 200);

    // The year ends in UTC, not yet in New York.
    expect(await move("2025-12-31T23:50:00Z")).toBe(0);
    expect(await latest()).toEqual(new Set(["2024.12.0"]));
    expect(await move("2026-01-01T00:00:00Z")).toBe(0);
    expect(await latest()).toEqual(new Set(["2025.12.0"]));
    expect(await signedInNewYork()).toMatch(/^2025-12-31 19:0/);

    // All tokens have expired: each caller gets one 401.
    const seen = await token();
    expect((await limited()).status).toBe(429);
    expect(await move("2026-01-02T01:30:00Z")).toBe(callerCount);
    expect(statuses(await askTogether(everyWorker, formIds(seen)))).toEqual(new Set([401]));
    // A minute is a minute, whatever the clock says.
    expect((await limited()).status).toBe(429);
    expect((await limited()).wait).toBeLessThanOrEqual(60);

    // An hour back: a token signed in the future is rejected everywhere, even where it was seen before.
    await rotate();
    const early = await token();
    expect(statuses(await askTogether(everyWorker, formIds(early)))).toEqual(new Set([200]));
    expect(await move("2026-01-02T00:30:00Z")).toBe(callerCount);
    expect(statuses(await askTogether(everyWorker, formIds(early)))).toEqual(new Set([401]));
    expect((await limited()).status).toBe(429);
    // Changes are still noticed.
    await rotate();
    const { id, key } = JSON.parse(await command("keys", "create", "passing", "--json"));
    const passing = accessToken(await askOnce(port, login(key, { "x-forwarded-for": "192.0.2.2" })));
    expect(statuses(await askTogether(everyWorker, formIds(passing)))).toEqual(new Set([200]));
    await command("keys", "revoke", id);
    await eventually(async () => (await askOnce(port, formIds(passing))).status === 401, {
      what: "the token of the revoked key to be refused",
    });
    // The token's time has come.
    expect(await move("2026-01-02T01:31:00Z")).toBe(0);
    expect(statuses(await askTogether(everyWorker, formIds(early)))).toEqual(new Set([200]));

    // The hours of both time changes: one is skipped, and one repeats.
    await move("2026-03-08T06:58:00Z");
    expect(await signedInNewYork()).toMatch(/^2026-03-08 01:5/);
    expect(await move("2026-03-08T07:00:00Z")).toBe(0);
    expect(await signedInNewYork()).toMatch(/^2026-03-08 03:0/);
    await move("2026-11-01T05:30:00Z");
    expect(await signedInNewYork()).toMatch(/^2026-11-01 01:3/);
    expect(await move("2026-11-01T06:30:00Z")).toBe(0);
    expect(await signedInNewYork()).toMatch(/^2026-11-01 01:3/);

    const outcomes = await callers.stop();
    const { answered, lost, refused } = tally(outcomes);
    expect(Object.keys(answered).sort()).toEqual(["200", "401"]);
    expect([lost, refused]).toEqual([0, 0]);
    expect(await auditedIn(dataDir)).toEqual(expect.arrayContaining(signatures(outcomes)));
    expect(await service.stop()).toBe(0);
  },
  patience,
);

function accessToken({ text }: Outcome): string {
  return (JSON.parse(text) as { accessToken: string }).accessToken;
}

function statuses(outcomes: readonly Outcome[]): Set<number | undefined> {
  return new Set(outcomes.map(({ status }) => status));
}

function kidOf(token: string): string {
  const header = Buffer.from(token.split(".")[0] ?? "", "base64url").toString();
  return (JSON.parse(header) as { kid: string }).kid;
}
