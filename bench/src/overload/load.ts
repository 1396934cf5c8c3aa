import { connect, type Socket } from "node:net";

/** One group of callers that send the same requests from the same address. */
export interface LoadOrder {
  readonly port: number;
  /** Address that the requests come from. */
  readonly from: string;
  /** Whole requests, sent in turn. */
  readonly requests: readonly string[];
  readonly connections: number;
  /** 0: each connection sends as soon as it has its answer, whatever the answer is. */
  readonly ratePerSecond: number;
  readonly seconds: number;
}

export interface LoadReport {
  /** Requests that were due. Those without a free connection were never sent. */
  readonly due: number;
  readonly sent: number;
  readonly byStatus: Readonly<Record<number, number>>;
  /** Milliseconds from sending to the whole answer, for answers 200, sorted. */
  readonly latencies: readonly number[];
  readonly seconds: number;
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

process.once("message", (order: LoadOrder) => {
  const byStatus: Record<number, number> = {};
  const latencies: number[] = [];
  const free: Connection[] = [];
  let [due, sent] = [0, 0];
  let stopped = false;
  let connected = 0;
  let start = performance.now();

  function open(): void {
    if (stopped) return;
    const socket = connect({ host: "127.0.0.1", port: order.port, localAddress: order.from, noDelay: true });
    const connection: Connection = { socket, sentAt: 0, status: 0, missing: -1, closes: false };
    socket.on("connect", () => {
      connected++;
      release(connection);
    });
    socket.on("data", (part) => read(connection, part));
    socket.on("error", () => {});
    socket.on("close", () => setTimeout(open, 1));
  }

  function release(connection: Connection): void {
    if (stopped) return;
    if (order.ratePerSecond === 0) {
      due++;
      send(connection);
    } else free.push(connection);
  }

  function send(connection: Connection): void {
    connection.sentAt = performance.now();
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
    byStatus[connection.status] = (byStatus[connection.status] ?? 0) + 1;
    if (connection.status === 200) latencies.push(performance.now() - connection.sentAt);
    if (connection.closes) connection.socket.destroy();
    else release(connection);
  }

  function tick(): void {
    const target = ((performance.now() - start) * order.ratePerSecond) / 1000;
    for (; due < target; due++) {
      let connection = free.pop();
      while (connection?.socket.destroyed === true) connection = free.pop();
      if (connection !== undefined) send(connection);
    }
    if (!stopped) setTimeout(tick, 1);
  }

  function stop(): void {
    stopped = true;
    const seconds = (performance.now() - start) / 1000;
    // What is on its way is waited for, so that it does not count as never answered.
    setTimeout(() => {
      const sorted = latencies.sort((a, b) => a - b);
      const report: LoadReport = { due, sent, byStatus, latencies: sorted, seconds };
      process.send!(report, undefined, undefined, () => process.exit(0));
    }, graceMs);
  }

  /** Time runs from when all connections are there, or should be. */
  function begin(): void {
    if (connected < order.connections && performance.now() - start < graceMs) {
      setTimeout(begin, 1);
      return;
    }
    start = performance.now();
    if (order.ratePerSecond > 0) tick();
    setTimeout(stop, order.seconds * 1000);
  }

  for (let number = 0; number < order.connections; number++) open();
  begin();
});
