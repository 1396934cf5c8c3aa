import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { eventually } from "@withholding-forms/testing/eventually";
import { metric } from "@withholding-forms/testing/faults/metric";
import { answeredBy, patience } from "@withholding-forms/testing/faults/processes";
import { startService } from "@withholding-forms/testing/faults/service";
import { isRunning } from "@withholding-forms/testing/is-running";
import { expect, test } from "vitest";

test(
  "kills and replaces a worker that hangs, closes its connections, and keeps the other worker",
  async () => {
    const service = await startService({ workers: 2, env: { LOG_LEVEL: "info" } });
    const [hung = 0, other = 0] = service.workers();
    const sockets: Socket[] = [];
    /** Opens another connection, unless a worker that hangs later has one that is open. */
    const connectedTo = (): Socket | undefined => {
      const by = answeredBy(service);
      const known = sockets.find((_, number) => by.get(`request-${number}`) === hung);
      if (known === undefined) {
        const socket = connect(service.port, "127.0.0.1")
          .on("error", () => {})
          .resume();
        socket.write(`GET /nowhere HTTP/1.1\r\nhost: x\r\nx-request-id: request-${sockets.length}\r\n\r\n`);
        sockets.push(socket);
      }
      return known;
    };
    const lost = await eventually(connectedTo, { what: "a connection to the worker" });
    const closed = once(lost, "close");
    // To its primary, this looks like a blocked event loop.
    process.kill(hung, "SIGSTOP");
    await eventually(() => !isRunning(hung), { what: "the hung worker to be killed" });
    await eventually(async () => (await metric(service, "worker_restarts_total")) === 1, {
      what: "a worker in its place",
    });
    await eventually(async () => (await metric(service, "workers")) === 2, { what: "two workers" });
    expect(service.workers()).toContain(other);
    expect(service.output().stdout).toContain('"how":"did not respond and was killed"');
    await closed;
    for (const socket of sockets) socket.destroy();
    expect(await service.stop()).toBe(0);
  },
  patience,
);
