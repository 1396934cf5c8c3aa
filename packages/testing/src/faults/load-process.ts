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
  /** Answers 429 and 503 that do not say when to come back. */
  readonly withoutRetryAfter: number;
  readonly elapsed: number;
  /** For each answer: its status, when it came, and the milliseconds since the request was due. */
  readonly statuses: Uint16Array;
  readonly times: Float64Array;
  readonly latencies: Float64Array;
}

interface Line {
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
  const free: Line[] = [];
  const open = new Set<Line>();
  /** When those that wait for a connection were due; the first of them is at `next`. */
  const backlog: number[] = [];
  let next = 0;
  const statuses: number[] = [];
  const times: number[] = [];
  const latencies: number[] = [];
  const closedLoop = order.ratePerSecond === Number.POSITIVE_INFINITY;
  let [sent, issued, lost, connected, refused, withoutRetryAfter] = [0, 0, 0, 0, 0, 0];
  let stopping = false;

  function openLine(): void {
    const socket = connect({
      host: order.host,
      port: order.port,
      noDelay: true,
      // One buffer for all: a new one for each piece of a large answer would cost more than reading it.
      onread: {
        buffer,
        callback(length) {
          read(line, length);
          return true;
        },
      },
    });
    const line: Line = { socket, due: -1, head: "", missing: -1, status: 0, chunked: false, closes: false };
    open.add(line);
    let isConnected = false;
    socket.on("connect", () => {
      connected++;
      isConnected = true;
      release(line);
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      if (!open.delete(line)) return;
      if (!isConnected) refused++;
      if (line.due >= 0) lost++;
      line.due = -2;
      if (!stopping) setTimeout(openLine, isConnected ? 0 : 20);
    });
  }

  function release(line: Line): void {
    line.due = -1;
    if (stopping) return;
    if (closedLoop) return send(line, performance.now());
    const due = backlog[next];
    if (due === undefined) {
      free.push(line);
      return;
    }
    next++;
    send(line, due);
  }

  function send(line: Line, due: number): void {
    line.due = due;
    line.socket.write(order.requests[sent % order.requests.length] ?? "");
    sent++;
  }

  function read(line: Line, length: number): void {
    if (line.missing < 0) {
      // The head comes in one piece, or else is put together.
      const text = line.head + buffer.toString("latin1", 0, Math.min(length, maxHeadBytes));
      const end = text.indexOf("\r\n\r\n");
      if (end < 0) {
        line.head = text;
        return;
      }
      const head = text.slice(0, end).toLowerCase();
      line.status = Number(head.slice(9, 12));
      line.chunked = head.includes("\r\ntransfer-encoding: chunked");
      line.closes = head.includes("\r\nconnection: close");
      const retries = line.status === 503 || line.status === 429;
      if (retries && !/\r\nretry-after: [0-9]/.test(head)) withoutRetryAfter++;
      const size = head.indexOf("\r\ncontent-length: ");
      const body = size < 0 ? 0 : Number.parseInt(head.slice(size + 18, size + 30), 10);
      line.missing = body - (line.head.length + length - end - 4);
      line.head = "";
      if (line.chunked) line.missing = ended(line, length) ? 0 : 1;
    } else if (line.chunked) {
      if (ended(line, length)) line.missing = 0;
    } else line.missing -= length;
    if (line.missing > 0) return;
    const now = performance.now();
    statuses.push(line.status);
    times.push(now - start);
    latencies.push(now - line.due);
    line.missing = -1;
    line.head = "";
    line.due = -1;
    if (line.closes) line.socket.destroy();
    else release(line);
  }

  /** Whether a chunked answer is over; its end may come in pieces. */
  function ended(line: Line, length: number): boolean {
    line.head = (line.head + buffer.toString("latin1", Math.max(0, length - 7), length)).slice(-7);
    return line.head === "\r\n0\r\n\r\n";
  }

  function tick(): void {
    const now = performance.now();
    const target = ((now - start) * order.ratePerSecond) / 1000;
    for (; issued < target; issued++) {
      const due = start + (issued * 1000) / order.ratePerSecond;
      let line = free.pop();
      while (line !== undefined && line.due !== -1) line = free.pop();
      if (line === undefined) backlog.push(due);
      else send(line, due);
    }
    if (!stopping) setTimeout(tick, 1);
  }

  for (let number = 0; number < order.connections; number++) openLine();
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
