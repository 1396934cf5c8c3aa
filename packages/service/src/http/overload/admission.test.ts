import { once } from "node:events";
import type { Server } from "node:http";
import { connect } from "node:net";
import { eventually } from "@withholding-forms/testing/eventually";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { afterAll, expect, test } from "vitest";
import {
  type Admission,
  type AdmissionOptions,
  type Arrival,
  admission,
  type Listener,
} from "./admission.js";
import { createHttpServer } from "./http-server.js";
import type { Policy, Refused } from "./policy.js";

// Real servers and sockets; only who is rejected is decided by the test.

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** Serves what arrives unless `refuses` says otherwise; undefined: it continues waiting. */
function scripted(refuses: (path: string) => boolean | undefined): Policy<Arrival> {
  let waiting: Arrival[] = [];
  return {
    passes: () => false,
    enqueue: (_client, item) => void waiting.push(item),
    turn() {
      const refuse: Refused<Arrival>[] = [];
      const serve: Arrival[] = [];
      const left: Arrival[] = [];
      for (const item of waiting) {
        const refused = refuses(item.request.url ?? "");
        if (refused === undefined) left.push(item);
        else if (refused) refuse.push({ item, known: false });
        else serve.push(item);
      }
      waiting = left;
      return { serve, refuse };
    },
    waiting: () => waiting.length,
    overloaded: () => false,
  };
}

async function start(
  options: Partial<AdmissionOptions> & { readonly listener?: Listener } = {},
): Promise<{ readonly port: number; readonly admitting: Admission }> {
  const admitting = admission({
    policy: scripted((path) => path.startsWith("/v1")),
    clientOf: () => ({ id: "somebody", known: false }),
    observe: () => {},
    report: () => {},
    headers: { "x-content-type-options": "nosniff" },
    publicUrl: () => "https://forms.example.com",
    stopping: () => false,
    maxHoldMs: 5,
    ...options,
  });
  const listener = options.listener ?? ((_request, response) => void response.end("served"));
  const server = createHttpServer(admitting.guard(listener), { maxConnectionsPerAddress: 0 });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as { readonly port: number }).port, admitting };
}

/** Sends bytes and gives what comes until the connection ends, or until so many answers have started and none follows. */
function exchange(port: number, bytes: string, answers = Number.POSITIVE_INFINITY): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (part) => {
      text += part.toString();
      if ((text.match(/HTTP\/1\.1 /g) ?? []).length === answers) socket.end();
    });
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
  });
}

const { port } = await start();
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers });

test("a rejected caller gets Retry-After and a problem document with the request's id", async () => {
  const response = await get("/v1/forms", { "x-request-id": "request-0001" });
  expect(response.status).toBe(503);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/problem+json",
    "content-language": "en",
    "retry-after": "2",
    "cache-control": "no-store",
    "x-request-id": "request-0001",
    "x-content-type-options": "nosniff",
    connection: "keep-alive",
  });
  expect(await response.json()).toEqual({
    type: "https://forms.example.com/problems/OVERLOADED",
    title: "Service busy",
    status: 503,
    detail: "The service is busy. Try again in 2 seconds.",
    code: "OVERLOADED",
    requestId: "request-0001",
    errors: [],
  });
});

test("a request without an id of its own is given one", async () => {
  const response = await get("/v1/forms");
  const id = response.headers.get("x-request-id");
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await response.json()).toMatchObject({ requestId: id });
});

test.each(["en", "es", "fr"])("the words are in the caller's language: %s", async (language) => {
  const response = await get("/v1/forms", { "accept-language": language });
  expect(response.headers.get("content-language")).toBe(language);
  const body = Buffer.from(await response.arrayBuffer());
  expect(Number(response.headers.get("content-length"))).toBe(body.length);
  expect(JSON.parse(body.toString())).toMatchObject({ code: "OVERLOADED" });
});

test("a connection continues after it, and requests sent ahead are each answered, in order", async () => {
  const ids = ["request-000a", "request-000b", "request-000c"];
  const requests = ids.map(
    (id) => `POST /v1/forms HTTP/1.1\r\nhost: x\r\nx-request-id: ${id}\r\ncontent-length: 2\r\n\r\n{}`,
  );
  const answer = await exchange(port, `${requests.join("")}GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n`, 4);
  expect([...answer.matchAll(/\r\nx-request-id: (\S+)/g)].map(([, id]) => id)).toEqual(ids);
  const statuses = [...answer.matchAll(/HTTP\/1\.1 ([0-9]+)/g)].map(([, status]) => status);
  expect(statuses).toEqual(["503", "503", "503", "200"]);
});

test("an answer to HEAD has no body, so that the next answer is not taken for it", async () => {
  const head = "HEAD /v1/forms HTTP/1.1\r\nhost: x\r\n\r\n";
  const probe = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
  expect(await exchange(port, head + probe, 2)).toMatch(/^HTTP\/1\.1 503 [^{]*\r\n\r\nHTTP\/1\.1 200 /);
});

test.each([
  ["a caller that wants it", "GET /v1/forms HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"],
  ["HTTP/1.0", "GET /v1/forms HTTP/1.0\r\n\r\n"],
  [
    "a body of unknown length",
    "POST /v1/forms HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n",
  ],
  ["a large body", "POST /v1/forms HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n{"],
])("the connection ends after it for %s", async (_, bytes) => {
  // Nobody on this side ends it.
  const answer = await exchange(port, bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
});

test("a refusal is held back, and what follows on the connection in the meantime is rejected with it", async () => {
  const { port: slow, admitting } = await start({ maxHoldMs: 600_000 });
  const socket = connect(slow, "127.0.0.1");
  let text = "";
  socket.on("data", (part) => {
    text += part.toString();
  });
  socket.write("GET /v1/a HTTP/1.1\r\nhost: x\r\n\r\n");
  await eventually(() => admitting.shed() === 1, { what: "1 refused" });
  // This one would be served on another connection.
  socket.write("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n");
  await eventually(() => admitting.shed() === 2, { what: "2 refused" });
  expect(await exchange(slow, "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n", 1)).toMatch(/^HTTP\/1\.1 200 /);
  expect([text, admitting.inFlight()]).toEqual(["", 2]);
  // When the service stops nobody is held back.
  admitting.endConnections();
  await once(socket, "close");
  expect(text).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nconnection: close\r\n/i);
});

test("beyond 1,000 refusals are not held back, and their connections are closed", async () => {
  const { port: slow, admitting } = await start({ maxHoldMs: 600_000 });
  const sockets = Array.from({ length: 1000 }, () => {
    const socket = connect(slow, "127.0.0.1", () => socket.write("GET /v1/a HTTP/1.1\r\nhost: x\r\n\r\n"));
    return socket.on("error", () => {});
  });
  await eventually(() => admitting.shed() === 1000, { what: "1000 refused" });
  const answer = await exchange(slow, "GET /v1/b HTTP/1.1\r\nhost: x\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nconnection: close\r\n/i);
  for (const socket of sockets) socket.destroy();
});

test("connections end with a refusal while the service stops", async () => {
  const { port: stopping } = await start({ stopping: () => true, maxHoldMs: 600_000 });
  const answer = await exchange(stopping, "GET /v1/forms HTTP/1.1\r\nhost: x\r\n\r\n");
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
});

test("requests sent ahead are not in flight anymore when their connection breaks off", async () => {
  // Nobody is ever answered, so all but the first wait for their turn on the connection.
  const { port: silent, admitting } = await start({ listener: () => {} });
  const socket = connect(silent, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n".repeat(3));
  await eventually(() => admitting.inFlight() === 3, { what: "3 in flight" });
  socket.destroy();
  await eventually(() => admitting.inFlight() === 0, { what: "0 in flight" });
});

test("a connection with more than 100 requests ahead of their answers is closed", async () => {
  const { port: silent, admitting } = await start({ listener: () => {} });
  const bytes = "GET / HTTP/1.1\r\nhost: x\r\n\r\n".repeat(150);
  await exchange(silent, bytes).catch(() => {});
  await eventually(() => admitting.inFlight() === 0, { what: "0 in flight" });
});

test("a caller that leaves while its request waits costs nothing more", async () => {
  let served = 0;
  let open = false;
  const { port: waiting, admitting } = await start({
    policy: scripted(() => (open ? false : undefined)),
    listener: () => void served++,
  });
  const socket = connect(waiting, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  await eventually(() => admitting.inFlight() === 1, { what: "1 in flight" });
  socket.destroy();
  await eventually(() => admitting.inFlight() === 0, { what: "0 in flight" });
  open = true;
  expect(served).toBe(0);
});

test("metrics count rejected requests, and the log has one line per second, not one per request", async () => {
  const { app, log } = await startTestServer({ options: { maxQueueDelayMs: 0.000_001 } });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port: busy } = app.server.address() as { readonly port: number };
  const crowd = async () => {
    const all = Array.from({ length: 60 }, () => fetch(`http://127.0.0.1:${busy}/v1/getAllFormIds`));
    return (await Promise.all(all)).map(({ status }) => status);
  };
  while (!(await crowd()).includes(503));
  await eventually(() => /"refused":[1-9]/.test(log()), { what: "the log line" });
  const metrics = (await app.inject({ url: "/metrics" })).body;
  expect(Number(/^http_requests_shed_total ([0-9]+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
  expect(metrics).toMatch(/^http_requests_in_flight [0-9]/m);
  expect(metrics).toMatch(/^http_queue_delay_seconds_count [1-9]/m);
  expect(metrics).toMatch(/^limits_up 1$/m);
  expect(metrics).toMatch(/^address_provider_up 1$/m);
  expect(metrics).toMatch(/^workers 1$/m);
  expect(metrics).toMatch(/^worker_restarts_total 0$/m);
  expect(log().match(/"overloaded":true/g)).toHaveLength(1);
  expect(log().includes('"status":503')).toBe(false);
});
