import { connect, type Socket } from "node:net";
import { type Kind, requestBytes } from "./requests.js";

/** Sends requests over kept connections, one after another on each, and returns how long each took. */
export interface LoadOrder {
  readonly port: number;
  readonly token: string;
  readonly kind: Kind;
  readonly requests: number;
}

export interface LoadReport {
  /** Milliseconds of each request. */
  readonly times: readonly number[];
  /** Milliseconds of all of them. */
  readonly elapsed: number;
}

/** Enough that the server always has a request to continue with, as a busy one has. */
const connections = 32;
const open: Socket[] = [];

process.on("message", async (order: LoadOrder) => {
  while (open.length < connections) open.push(await connected(order.port));
  const bytes = requestBytes(order.kind, order.token);
  const times: number[] = [];
  let left = order.requests;
  const start = performance.now();
  await Promise.all(
    open.map(async (socket) => {
      while (left-- > 0) {
        const sent = performance.now();
        await exchange(socket, bytes, order.kind);
        times.push(performance.now() - sent);
      }
    }),
  );
  process.send!({ times, elapsed: performance.now() - start } satisfies LoadReport);
});
process.on("disconnect", () => process.exit(0));

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, noDelay: true }, () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Reads only the length of a response: a client that parsed it would cost more than the server. */
function exchange(socket: Socket, bytes: Buffer, kind: Kind): Promise<void> {
  return new Promise((resolve, reject) => {
    let missing = -1;
    const read = (chunk: Buffer): void => {
      if (missing < 0) {
        const end = chunk.indexOf("\r\n\r\n");
        const head = chunk.toString("latin1", 0, end);
        const length = /\r\ncontent-length: ([0-9]+)/i.exec(head)?.[1];
        if (!head.startsWith("HTTP/1.1 200 ") || length === undefined) {
          reject(new Error(`${kind} was answered with ${chunk.toString("latin1", 0, 2000)}`));
          return;
        }
        missing = Number(length) + end + 4;
      }
      missing -= chunk.length;
      if (missing > 0) return;
      socket.off("data", read);
      resolve();
    };
    socket.on("data", read);
    socket.write(bytes);
  });
}
