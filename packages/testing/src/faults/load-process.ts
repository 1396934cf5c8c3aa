import { connect, type Socket } from "node:net";

/** Messages to the load generator: first an order, then "stop". */
export interface LoadOrder {
  readonly host: string;
  readonly port: number;
  /** Whole requests, sent in turn. */
  readonly requests: readonly Buffer[];
  readonly connections: number;
  /** Sent whether earlier ones are answered or not; `Infinity` sends on a connection as soon as it is free. */
  readonly ratePerSecond: number;
  /** Milliseconds that answers are waited for in the end; those that do not come are lost. */
  readonly patience: number;
}

export interface RawReport {
  readonly sent: number;
  /** Due, but there was no free connection until the end. */
  readonly unsent: number;
  /** Sent, and not answered completely. */
  readonly lost: number;
  /** Of these: neither answered nor cut off within the patience. */
  readonly hung: number;
  /** Connections made, and tries to make one that failed. */
  readonly connected: number;
  readonly refused: number;
  /** Responses 429 and 503 without `Retry-After`. */
  readonly withoutRetryAfter: number;
  readonly elapsed: number;
  /** For each answer: its status, when it came, and the milliseconds since the request was due. */
  readonly statuses: Uint16Array;
  readonly times: Float64Array;
  readonly latencies: Float64Array;
}

interface Connection {
  socket: Socket;
  /** When the request in progress was due; -1 for none. */
  due: number;
  /** Of the answer in progress. */
  head: string;
  missing: number;
  status: number;
  chunked: boolean;
  closes: boolean;
}

const buffer = Buffer.allocUnsafe(256 * 1024);
const maxHeadBytes = 4096;
const connectTimeoutMs = 1000;

process.once("message", (order: LoadOrder) => {
  let start = performance.now();
  const free: Connection[] = [];
  const open = new Set<Connection>();
  /** When those that wait for a connection were due; the first of them is at `next`. */
  const backlog: number[] = [];
  let next = 0;
  const statuses: number[] = [];
  const times: number[] = [];
  const latencies: number[] = [];
  const closedLoop = order.ratePerSecond === Number.POSITIVE_INFINITY;
  let [sent, issued, lost, connected, refused, withoutRetryAfter] = [0, 0, 0, 0, 0, 0];
  let stopping = false;

  function openConnection(): void {
    const socket = connect({
      host: order.host,
      port: order.port,
      noDelay: true,
      // One buffer for all: a new one for each piece of a large answer would cost more than reading it.
      onread: {
        buffer,
        callback(length) {
          read(connection, length);
          return true;
        },
      },
    });
    const connection: Connection = {
      socket,
      due: -1,
      head: "",
      missing: -1,
      status: 0,
      chunked: false,
      closes: false,
    };
    open.add(connection);
    let isConnected = false;
    socket.on("connect", () => {
      connected++;
      isConnected = true;
      release(connection);
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      if (!open.delete(connection)) return;
      if (!isConnected) refused++;
      if (connection.due >= 0) lost++;
      connection.due = -2;
      if (!stopping) setTimeout(openConnection, isConnected ? 0 : 20);
    });
  }

  function release(connection: Connection): void {
    connection.due = -1;
    if (stopping) return;
    if (closedLoop) return send(connection, performance.now());
    const due = backlog[next];
    if (due === undefined) {
      free.push(connection);
      return;
    }
    next++;
    send(connection, due);
  }

  function send(connection: Connection, due: number): void {
    connection.due = due;
    connection.socket.write(order.requests[sent % order.requests.length] ?? "");
    sent++;
  }

  function read(connection: Connection, length: number): void {
    if (connection.missing < 0) {
      // The head comes in one piece, or else is put together.
      const text = connection.head + buffer.toString("latin1", 0, Math.min(length, maxHeadBytes));
      const end = text.indexOf("\r\n\r\n");
      if (end < 0) {
        connection.head = text;
        return;
      }
      const head = text.slice(0, end).toLowerCase();
      connection.status = Number(head.slice(9, 12));
      connection.chunked = head.includes("\r\ntransfer-encoding: chunked");
      connection.closes = head.includes("\r\nconnection: close");
      const retries = connection.status === 503 || connection.status === 429;
      if (retries && !/\r\nretry-after: [0-9]/.test(head)) withoutRetryAfter++;
      const size = head.indexOf("\r\ncontent-length: ");
      const body = size < 0 ? 0 : Number.parseInt(head.slice(size + 18, size + 30), 10);
      connection.missing = body - (connection.head.length + length - end - 4);
      connection.head = "";
      if (connection.chunked) connection.missing = ended(connection, length) ? 0 : 1;
    } else if (connection.chunked) {
      if (ended(connection, length)) connection.missing = 0;
    } else connection.missing -= length;
    if (connection.missing > 0) return;
    const now = performance.now();
    statuses.push(connection.status);
    times.push(now - start);
    latencies.push(now - connection.due);
    connection.missing = -1;
    connection.head = "";
    connection.due = -1;
    if (connection.closes) connection.socket.destroy();
    else release(connection);
  }

  /** Whether a chunked answer is over; its end may come in pieces. */
  function ended(connection: Connection, length: number): boolean {
    connection.head = (connection.head + buffer.toString("latin1", Math.max(0, length - 7), length)).slice(
      -7,
    );
    return connection.head === "\r\n0\r\n\r\n";
  }

  function tick(): void {
    const now = performance.now();
    const target = ((now - start) * order.ratePerSecond) / 1000;
    for (; issued < target; issued++) {
      const due = start + (issued * 1000) / order.ratePerSecond;
      let connection = free.pop();
      while (connection !== undefined && connection.due !== -1) connection = free.pop();
      if (connection === undefined) backlog.push(due);
      else send(connection, due);
    }
    if (!stopping) setTimeout(tick, 1);
  }

  for (let number = 0; number < order.connections; number++) openConnection();
  /** Requests are due from when all connections are there, or should be. */
  function begin(): void {
    if (connected < order.connections && performance.now() - start < connectTimeoutMs) {
      setTimeout(begin, 1);
      return;
    }
    start = performance.now();
    tick();
  }
  if (!closedLoop) begin();

  process.once("message", () => {
    stopping = true;
    const elapsed = performance.now() - start;
    const isWaiting = (): boolean => [...open].some(({ due }) => due >= 0);
    const finish = (): void => {
      if (isWaiting() && performance.now() - start - elapsed < order.patience) {
        setTimeout(finish, 5);
        return;
      }
      const hung = [...open].filter(({ due }) => due >= 0).length;
      const report: RawReport = {
        sent,
        unsent: backlog.length - next,
        lost: lost + hung,
        hung,
        connected,
        refused,
        withoutRetryAfter,
        elapsed,
        statuses: Uint16Array.from(statuses),
        times: Float64Array.from(times),
        latencies: Float64Array.from(latencies),
      };
      process.send?.(report, undefined, undefined, () => process.exit(0));
    };
    finish();
  });
});
process.on("disconnect", () => process.exit(0));
