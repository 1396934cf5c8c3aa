import { once } from "node:events";
import { connect } from "node:net";
import { startNginx } from "@withholding-forms/testing/daemons/nginx";
import { startPostgres } from "@withholding-forms/testing/daemons/postgres";
import { eventually } from "@withholding-forms/testing/eventually";
import { auditedIn } from "@withholding-forms/testing/faults/audit";
import { type Callers, startCallers } from "@withholding-forms/testing/faults/callers";
import { requestBytes } from "@withholding-forms/testing/faults/load";
import type { Outcome } from "@withholding-forms/testing/faults/outcome";
import { patience } from "@withholding-forms/testing/faults/processes";
import { callersOf, signing, tokenOf, visit } from "@withholding-forms/testing/faults/questions";
import { type RunningService, startService } from "@withholding-forms/testing/faults/service";
import { signatures, tally } from "@withholding-forms/testing/faults/tally";
import { expect, test } from "vitest";

test.each([1, 2])(
  "SIGTERM to a service with %i workers loses no request and records exactly the signatures that were returned",
  async (workers) => {
    const service = await startService({ workers });
    const token = await tokenOf(service);
    const { port } = service;
    let signalledAt = Number.POSITIVE_INFINITY;
    const questions = visit(token);
    const some = (turn: number) => questions[turn % questions.length];
    let turn = 0;
    // Clients that keep a connection reconnect when the service closes it.
    const kept = startCallers({
      port,
      callers: 6,
      next: (_, before) => (before?.closes === true ? undefined : some(turn++)),
    });
    // Others open new connections for as long as a load balancer may not have noticed.
    let late = 0;
    const fresh = startCallers({
      port,
      callers: 2,
      connections: "new",
      next(_, before) {
        if (before !== undefined && before.sentAt > signalledAt) late++;
        return late >= 20 ? undefined : some(turn++);
      },
    });
    // One has sent half of its request when the signal arrives, and sends the rest later.
    const slow = await halfSent(port, requestBytes(signing(token)[0] ?? { path: "/" }));
    // And one has sent nothing at all.
    const silent = connect(port, "127.0.0.1").on("error", () => {});
    await once(silent, "connect");
    await kept.more(100);

    signalledAt = performance.now();
    const ended = service.stop("SIGTERM");
    await Promise.all([kept.ended, fresh.ended]);
    await eventually(() => isRefused(port), { what: "connections to be refused" });
    const answer = await slow.finish();
    expect(await ended).toBe(0);
    silent.destroy();

    const outcomes = [...kept.outcomes, ...fresh.outcomes];
    const { sent, answered, lost, refused } = tally(outcomes);
    expect(answered).toEqual({ 200: sent - refused });
    expect(lost).toBe(0);
    // No request is rejected for the three seconds in which a load balancer may not have noticed.
    const early = outcomes.filter(
      ({ connection, status, endedAt }) =>
        connection === -1 && status === undefined && endedAt - signalledAt < 2990,
    );
    expect(early).toEqual([]);
    expect(answer.split("\r\n")[0]).toBe("HTTP/1.1 200 OK");
    // It was in progress before connections were announced to end.
    expect(answer.slice(0, 1000)).toMatch(/\r\nconnection: close\r\n/i);
    // Every open connection received `connection: close`, once.
    expect(closing(kept)).toBe(6);
    expect(late).toBeGreaterThanOrEqual(20);
    const slowId = /\r\nx-request-id: (\S+)\r\n/.exec(answer)?.[1];
    const audited = await auditedIn(service.dataDir);
    expect(audited.filter((event) => !event.startsWith(`${slowId} `)).sort()).toEqual(
      signatures(outcomes).sort(),
    );
    expect(audited.filter((event) => event.startsWith(`${slowId} `))).toHaveLength(1);
  },
  patience,
);

test(
  "a rolling restart of two instances behind nginx loses no request",
  async () => {
    const postgres = await startPostgres();
    const start = (port = 0): Promise<RunningService> =>
      startService({ workers: 2, env: { DATABASE_URL: postgres.url, PORT: String(port) } });
    const [one, other] = await Promise.all([start(), start()]);
    // This proxy does not check readiness, so one of its connections may be closed in the kernel's queue, unread, when
    // a listener closes; then it may try the other instance. The audit log shows that every request that was read was
    // answered.
    const nginx = await startNginx([one.port, other.port], { nextUpstream: "error non_idempotent" });
    const callers = callersOf(visit(await tokenOf(one)), { port: nginx.port, callers: 8 });
    await callers.more(100);
    for (const instance of [one, other]) {
      expect(await instance.stop("SIGTERM")).toBe(0);
      await callers.more(100);
      const fresh = await start(instance.port);
      // Until nginx has tried it again, nginx considers it failed. If the other one exited before that, none would be
      // left.
      await eventually(() => answersCallers(fresh), { what: "nginx to use the new instance" });
      await callers.more(100);
    }
    const outcomes = await callers.stop();
    const { sent, answered, lost, refused } = tally(outcomes);
    expect(answered, nginx.output()).toEqual({ 200: sent });
    expect([lost, refused]).toEqual([0, 0]);
    const rows = await postgres.query("SELECT request_id, sha256 FROM audit_event");
    expect(rows.map((row) => `${row["request_id"]} ${row["sha256"]}`).sort()).toEqual(
      signatures(outcomes).sort(),
    );
  },
  patience,
);

/** Whether it has answered a request, which come through nginx only. */
async function answersCallers({ url }: RunningService): Promise<boolean> {
  const text = await (await fetch(`${url}/metrics`, { headers: { connection: "close" } })).text();
  return text.includes('route="/v1/fillPdf"');
}

function closing({ outcomes }: Callers): number {
  return outcomes.filter((outcome: Outcome) => outcome.closes).length;
}

/** A request whose second half is sent when the test says so. */
async function halfSent(port: number, bytes: Buffer): Promise<{ finish(): Promise<string> }> {
  const socket = connect(port, "127.0.0.1");
  const parts: Buffer[] = [];
  socket.on("data", (part) => parts.push(part));
  const closed = once(socket, "close");
  await once(socket, "connect");
  const half = bytes.length >> 1;
  socket.write(bytes.subarray(0, half));
  return {
    async finish() {
      socket.write(bytes.subarray(half));
      await closed;
      return Buffer.concat(parts).toString("latin1");
    },
  };
}

function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(false);
    });
    socket.once("error", () => resolve(true));
  });
}
