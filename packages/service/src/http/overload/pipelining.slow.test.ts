import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, expect, test } from "vitest";
import { admission } from "./admission.js";
import { createHttpServer } from "./http-server.js";

// Thousands of batches of requests, each sent in one piece, to a server that rejects many of them. Node ends the process
// when a response is completed out of order; vitest reports that as an error of this file.

/** The same numbers from 0 to 1 in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function start(maxQueued: number): Promise<number> {
  const random = numbers(7);
  const { guard, close } = admission({
    maxQueued,
    clientOf: () => ({ id: "somebody", known: random() > 0.5 }),
    observe: () => {},
    report: () => {},
    headers: {},
    publicUrl: () => "https://forms.example.com",
    stopping: () => false,
    maxRefusalDelayMs: 4,
  });
  const listener = guard((request, response) => {
    response.setHeader("x-request-id", String(request.headers["x-request-id"]));
    // Responds sometimes immediately and sometimes later, as a service does, without reading the body.
    if (Number(String(request.headers["x-request-id"]).slice(-1)) % 2 === 0) response.end("served");
    else setImmediate(() => response.end("served"));
  });
  const server = createHttpServer(listener, { maxConnectionsPerAddress: 0 });
  server.on("clientError", (_error, socket) => socket.destroy());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => {
    close();
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as { readonly port: number }).port;
}

const bodies = [
  "GET {path} HTTP/1.1\r\nhost: x\r\nx-request-id: {id}\r\n\r\n",
  "HEAD {path} HTTP/1.1\r\nhost: x\r\nx-request-id: {id}\r\n\r\n",
  "POST {path} HTTP/1.1\r\nhost: x\r\nx-request-id: {id}\r\ncontent-length: 2\r\n\r\n{}",
  "POST {path} HTTP/1.1\r\nhost: x\r\nx-request-id: {id}\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
  // With this one before others in a packet, completing a response without Node's own methods would end the process.
  "POST {path} HTTP/1.1\r\nhost: x\r\nx-request-id: {id}\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
  "POST {path} HTTP/1.1\r\nhost: x\r\nx-request-id: {id}\r\nexpect: 100-continue\r\ncontent-length: 2\r\n\r\n{}",
];
const last = [
  "",
  "GET /x HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
  "POST /x HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{",
  "POST /x HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n{",
  "no HTTP at all\r\n\r\n",
];

/**
 * Sends a batch, perhaps in two pieces, and gives the ids of the answers in their order. Without a second piece the server
 * ends the connection; otherwise the caller may be gone before all of its answers are there.
 */
function send(port: number, pieces: readonly string[]): Promise<string[]> {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(pieces[0] ?? "");
      const [, rest] = pieces;
      if (rest !== undefined) setImmediate(() => socket.end(rest));
    });
    socket.on("data", (part) => {
      text += part.toString("latin1");
    });
    socket.on("error", () => {});
    socket.on("close", () =>
      resolve([...text.matchAll(/\r\nx-request-id: (batch-\S+)/gi)].map(([, id]) => id ?? "")),
    );
  });
}

test.each([0, 2, 128])(
  "responses arrive in order and the process keeps running with queues of %d requests",
  async (maxQueued) => {
    const port = await start(maxQueued);
    const random = numbers(42);
    const pick = <Value>(values: readonly Value[]): Value =>
      values[Math.floor(random() * values.length)] as Value;
    for (let round = 0; round < 40; round++) {
      const batches = Array.from({ length: 50 }, (_, number) => {
        const ids = Array.from(
          { length: 1 + Math.floor(random() * 8) },
          (_, index) => `batch-${round}-${number}-${index}`,
        );
        const requests = ids.map((id) => pick(bodies).replace("{path}", "/a").replace("{id}", id));
        const cut = Math.floor(random() * (requests.length + 1));
        return { ids, pieces: [requests.slice(0, cut).join(""), requests.slice(cut).join("") + pick(last)] };
      });
      const answers = await Promise.all(batches.map(({ pieces }) => send(port, pieces)));
      batches.forEach(({ ids }, index) => {
        const got = answers[index] ?? [];
        // Some connections end early, after a body of unknown length for example; but never with a gap or out of order.
        expect(got).toEqual(ids.slice(0, got.length));
      });
    }
    const ids = ["batch-end-0", "batch-end-1", "batch-end-2"];
    const requests = ids.map((id) => (bodies[0] ?? "").replace("{path}", "/a").replace("{id}", id)).join("");
    expect(await send(port, [requests.replace(/\r\n$/, "connection: close\r\n\r\n")])).toEqual(ids);
  },
);
