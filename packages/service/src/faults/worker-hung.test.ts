import { once } from "node:events";
import { connect } from "node:net";
import { eventually } from "@withholding-forms/testing/eventually";
import { metric, patience } from "@withholding-forms/testing/faults/processes";
import { startService } from "@withholding-forms/testing/faults/service";
import { isRunning } from "@withholding-forms/testing/is-running";
import { expect, test } from "vitest";

test(
  "a worker that hangs is killed and replaced, its connections are closed, and others continue",
  async () => {
    const service = await startService({ workers: 2 });
    const sockets = Array.from({ length: 4 }, () => connect(service.port, "127.0.0.1"));
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    const answered = sockets.map((socket) => once(socket, "data").then(() => socket));
    for (const socket of sockets) {
      socket.on("error", () => {});
      socket.write("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n");
    }
    await Promise.all(answered);
    const [hung = 0, other = 0] = service.workers();
    const closed = sockets.map((socket) => once(socket, "close").then(() => socket));
    // To its primary it is as if its event loop never ended a turn.
    process.kill(hung, "SIGSTOP");
    await eventually(() => !isRunning(hung), { what: "the hung worker to be killed" });
    await eventually(async () => (await metric(service, "worker_restarts_total")) === 1, {
      what: "a worker in its place",
    });
    await eventually(async () => (await metric(service, "workers")) === 2, { what: "two workers" });
    expect(service.workers()).toContain(other);
    expect(service.output().stdout).toContain('"how":"did not respond and was killed"');
    // Two of the four were connections of the one that hung.
    await Promise.race(closed);
    await eventually(() => sockets.filter(({ destroyed }) => destroyed).length === 2, {
      what: "two closed connections",
    });
    for (const socket of sockets) socket.destroy();
    expect(await service.stop()).toBe(0);
  },
  patience,
);
