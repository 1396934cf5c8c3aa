import { once } from "node:events";
import type { Server } from "node:http";
import { connect } from "node:net";
import { eventually } from "@withholding-forms/testing/eventually";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { type Admission, type AdmissionOptions, admission, type Listener } from "./admission.js";
import { createHttpServer } from "./http-server.js";

// Real servers and sockets. Each path is a separate client.

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function start(
  options: Partial<AdmissionOptions> & { readonly listener?: Listener } = {},
): Promise<{ readonly port: number; readonly admitting: Admission }> {
  const admitting = admission({
    clientOf: ({ url = "" }) => ({ id: url, known: false }),
    observe: () => {},
    report: () => {},
    headers: { "x-content-type-options": "nosniff" },
    publicUrl: () => "https://forms.example.com",
    stopping: () => false,
    maxRefusalDelayMs: 4,
    ...options,
  });
  const listener = options.listener ?? ((_request, response) => void response.end("served"));
  const server = createHttpServer(admitting.guard(listener), { maxConnectionsPerAddress: 0 });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as { readonly port: number }).port, admitting };
}

/**
 * Sends bytes and returns what arrives until the connection closes, or until the given number of responses has started
 * and no more follows.
 */
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

/** Rejects every request. */
const { port } = await start({ maxQueued: 0 });
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

test("a request without an id gets one", async () => {
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

/** Sends requests in one piece, so that all of them are read in one turn. */
async function statusesOf(requests: readonly string[], maxQueued: number): Promise<string[]> {
  const { port } = await start({ maxQueued });
  const answer = await exchange(port, requests.join(""), requests.length);
  return [...answer.matchAll(/HTTP\/1\.1 ([0-9]+)/g)].map(([, status]) => status ?? "");
}

test("a client's requests beyond its queue are rejected, and other clients are served", async () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
  const requests = ["/a", "/a", "/a", "/a", "/b"].map(get);
  expect(await statusesOf(requests, 2)).toEqual(["200", "200", "503", "503", "200"]);
});

test("lines of a bulk request take turns with the requests of other keys", async () => {
  const served: string[] = [];
  const { admitting } = await start();
  const line = (key: string) => admitting.turn(key).then(() => served.push(key));
  await Promise.all([...Array.from({ length: 8 }, () => line("bulk")), line("other"), line("other")]);
  expect(served).toEqual(["bulk", "other", "bulk", "other", ...Array(6).fill("bulk")]);
});

test("known clients are served before unknown ones", async () => {
  const served: string[] = [];
  const { port } = await start({
    clientOf: ({ url = "" }) => ({ id: url, known: url === "/known" }),
    listener: ({ url = "" }, response) => {
      served.push(url);
      response.end();
    },
  });
  const requests = ["/unknown", "/known"].map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  await exchange(port, requests.join(""), 2);
  expect(served).toEqual(["/known", "/unknown"]);
});

test("the connection stays open after it, and pipelined requests are answered in order", async () => {
  const { port } = await start({ maxQueued: 1 });
  const ids = ["request-000a", "request-000b", "request-000c"];
  const requests = ids.map(
    (id) => `POST /v1/forms HTTP/1.1\r\nhost: x\r\nx-request-id: ${id}\r\ncontent-length: 2\r\n\r\n{}`,
  );
  const answer = await exchange(port, `${requests.join("")}GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n`, 4);
  expect([...answer.matchAll(/\r\nx-request-id: (\S+)/g)].map(([, id]) => id)).toEqual(ids.slice(1));
  const statuses = [...answer.matchAll(/HTTP\/1\.1 ([0-9]+)/g)].map(([, status]) => status);
  expect(statuses).toEqual(["200", "503", "503", "200"]);
});

test("a response to HEAD has no body, so that the next response is not read as its body", async () => {
  const head = "HEAD /v1/forms HTTP/1.1\r\nhost: x\r\n\r\n";
  expect(await exchange(port, head.repeat(2), 2)).toMatch(/^HTTP\/1\.1 503 [^{]*\r\n\r\nHTTP\/1\.1 503 /);
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
  // This side never closes it.
  const answer = await exchange(port, bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
});

test("a rejection closes its connection while the service stops", async () => {
  const { port: stopping } = await start({ maxQueued: 0, stopping: () => true });
  const answer = await exchange(stopping, "GET /v1/forms HTTP/1.1\r\nhost: x\r\n\r\n");
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
});

test("pipelined requests are closed and no longer in flight after their connection closed", async () => {
  let closed = 0;
  // No request is ever answered, so all but the first stay queued on the connection.
  const listener: Listener = (_request, response) => {
    response.on("close", () => {
      closed += 1;
    });
  };
  const { port: silent, admitting } = await start({ listener });
  const socket = connect(silent, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n".repeat(3));
  await eventually(() => admitting.inFlight() === 3, { what: "3 in flight" });
  socket.destroy();
  await eventually(() => admitting.inFlight() === 0 && closed >= 3, { what: "3 closed" });
  expect(closed).toBe(3);
});

test.each([
  ["an unknown client", false, 16],
  ["a known client", true, 100],
])("a connection of %s with more pending requests than it may have is closed", async (_, known, max) => {
  const clientOf = () => ({ id: "somebody", known });
  const { port: silent, admitting } = await start({ listener: () => {}, clientOf });
  const bytes = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";
  const socket = connect(silent, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write(bytes.repeat(max));
  await eventually(() => admitting.inFlight() === max, { what: `${max} in flight` });
  await exchange(silent, bytes.repeat(max + 1)).catch(() => {});
  expect(socket.destroyed).toBe(false);
});

test("metrics count rejected requests, and the log has one line per second, not one per request", async () => {
  const { app, log } = await startTestServer({ options: { maxQueued: 1 } });
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
  expect(log().includes('"status":503')).toBe(false);
});
