import { connect, type Socket } from "node:net";
import { constants, setPriority } from "node:os";
import { sharedClock } from "./machine-time.js";

/** One group of callers that send the same requests from the same address. */
export interface LoadOrder {
  readonly port: number;
  /** Address that the requests come from. */
  readonly from: string;
  /** Whole requests, sent in turn. */
  readonly requests: readonly string[];
  readonly connections: number;
  /** 0: each connection sends again as soon as it has any response. */
  readonly ratePerSecond: number;
  readonly seconds: number;
}

export interface LoadReport {
  /** Requests that were due. Those without a free connection were never sent. */
  readonly due: number;
  readonly sent: number;
  readonly byStatus: Readonly<Record<number, number>>;
  /** When each request with the answer 200 was sent and answered, in milliseconds of the shared clock. */
  readonly accepted: readonly (readonly [sentAt: number, answeredAt: number])[];
  /** From when all connections were there until the last request was sent. */
  readonly began: number;
  readonly ended: number;
  /** Part of that time in which this process ran. Close to 1: it could not send more. */
  readonly generatorBusy: number;
}

interface Connection {
  readonly socket: Socket;
  sentAt: number;
  status: number;
  /** Bytes of the answer that are still to come; -1: its head is. */
  missing: number;
  closes: boolean;
}

const graceMs = 1500;
const lookMs = 10;
const connectMs = 10_000;
/**
 * Max connections opened at the same time. Node accepts one per turn of its event loop, so a crowd of them would wait.
 */
const opening = 8;
const hello = "GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n";

try {
  // A generator that waits for a processor measures itself. Needs the rights to do so; without them it is less exact.
  setPriority(constants.priority.PRIORITY_HIGH);
} catch {}

process.once("message", (order: LoadOrder) => {
  const byStatus: Record<number, number> = {};
  const accepted: [number, number][] = [];
  const free: Connection[] = [];
  let [due, sent, answered] = [0, 0, 0];
  let stopped = false;
  let connected = 0;
  let begun = false;
  const idle: Connection[] = [];
  let start = sharedClock();
  let cpuAtStart = process.cpuUsage();

  function open(): void {
    if (stopped) return;
    const socket = connect({ host: "127.0.0.1", port: order.port, localAddress: order.from, noDelay: true });
    const connection: Connection = { socket, sentAt: 0, status: 0, missing: -1, closes: false };
    // Connected means accepted by the service, not only by the operating system.
    socket.on("connect", () => socket.write(hello));
    socket.on("data", (part) => read(connection, part));
    socket.on("error", () => {});
    socket.on("close", () => setTimeout(open, 1));
  }

  function welcome(connection: Connection): void {
    connected++;
    if (begun) release(connection);
    else idle.push(connection);
    if (connected + opening <= order.connections) open();
  }

  function release(connection: Connection): void {
    if (stopped) return;
    if (order.ratePerSecond === 0) {
      due++;
      send(connection);
    } else free.push(connection);
  }

  function send(connection: Connection): void {
    connection.sentAt = sharedClock();
    connection.socket.write(order.requests[sent % order.requests.length]!, "latin1");
    sent++;
  }

  function read(connection: Connection, part: Buffer): void {
    let length = part.length;
    if (connection.missing < 0) {
      // The service writes the head in one piece.
      const end = part.indexOf("\r\n\r\n");
      const head = part.toString("latin1", 0, end).toLowerCase();
      connection.status = Number(head.slice(9, 12));
      connection.closes = head.includes("\r\nconnection: close");
      connection.missing = Number(/\r\ncontent-length: ([0-9]+)/.exec(head)?.[1] ?? 0);
      length -= end + 4;
    }
    connection.missing -= length;
    if (connection.missing > 0) return;
    connection.missing = -1;
    if (connection.sentAt === 0) return welcome(connection);
    answered++;
    byStatus[connection.status] = (byStatus[connection.status] ?? 0) + 1;
    if (connection.status === 200) accepted.push([connection.sentAt, sharedClock()]);
    if (connection.closes) connection.socket.destroy();
    else release(connection);
  }

  function tick(): void {
    const target = ((sharedClock() - start) * order.ratePerSecond) / 1000;
    for (; due < target; due++) {
      let connection = free.pop();
      while (connection?.socket.destroyed === true) connection = free.pop();
      if (connection !== undefined) send(connection);
    }
    if (!stopped) setTimeout(tick, 1);
  }

  function stop(): void {
    stopped = true;
    const ended = sharedClock();
    const { user, system } = process.cpuUsage(cpuAtStart);
    const generatorBusy = (user + system) / 1000 / (ended - start);
    // Waits for pending responses, so that they do not count as lost.
    const finish = (): void => {
      if (answered < sent && sharedClock() - ended < graceMs) {
        setTimeout(finish, lookMs);
        return;
      }
      const report: LoadReport = { due, sent, byStatus, accepted, began: start, ended, generatorBusy };
      process.send!(report, undefined, undefined, () => process.exit(0));
    };
    finish();
  }

  /** Time runs from when all connections are there, or should be. */
  function begin(): void {
    if (connected < order.connections && sharedClock() - start < connectMs) {
      setTimeout(begin, 1);
      return;
    }
    start = sharedClock();
    cpuAtStart = process.cpuUsage();
    begun = true;
    for (const connection of idle) release(connection);
    if (order.ratePerSecond > 0) tick();
    setTimeout(stop, order.seconds * 1000);
  }

  for (let number = 0; number < Math.min(opening, order.connections); number++) open();
  begin();
});
