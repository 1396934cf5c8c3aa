import { connect } from "node:net";
import { afterAll, expect, test } from "vitest";
import { startTestServer } from "../test/server.js";
import { admission } from "./admission.js";
import { createHttpServer } from "./httpServer.js";

// A real server that has no time for anybody, and a service that never has enough.

let stopping = false;
const { guard } = admission({
  turns: { admits: () => false },
  always: new Set(["/healthz"]),
  headers: { "x-content-type-options": "nosniff" },
  publicUrl: () => "https://forms.example.com",
  stopping: () => stopping,
});
const server = createHttpServer(guard((_request, response) => response.end("served")));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as { readonly port: number };
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends bytes and gives what comes until the connection ends, or until so many answers have begun and none follows. */
function exchange(bytes: string, answers: number): Promise<string> {
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

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers });

test("who is turned away hears when to come back, in a problem document with the request's id", async () => {
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
    detail: "The service is busy. Please try again in 2 seconds.",
    code: "OVERLOADED",
    requestId: "request-0001",
    errors: [],
  });
});

test("without an id of its own a request is given one", async () => {
  const response = await get("/v1/forms");
  const id = response.headers.get("x-request-id");
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await response.json()).toMatchObject({ requestId: id });
});

test.each(["en", "es", "fr"])(
  "the words are in the caller's language, and as long as they say: %s",
  async (language) => {
    const response = await get("/v1/forms", { "accept-language": language });
    expect(response.headers.get("content-language")).toBe(language);
    const body = Buffer.from(await response.arrayBuffer());
    expect(Number(response.headers.get("content-length"))).toBe(body.length);
    expect(JSON.parse(body.toString())).toMatchObject({ code: "OVERLOADED" });
  },
);

test("probes are served all the same", async () => {
  expect(await (await get("/healthz")).text()).toBe("served");
});

test("a connection goes on after it, and requests sent ahead are each answered, in order", async () => {
  const ids = ["request-000a", "request-000b", "request-000c"];
  const requests = ids.map(
    (id) => `POST /v1/forms HTTP/1.1\r\nhost: x\r\nx-request-id: ${id}\r\ncontent-length: 2\r\n\r\n{}`,
  );
  const probe = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
  const answer = await exchange(requests.join("") + probe, 4);
  expect([...answer.matchAll(/\r\nx-request-id: (\S+)/g)].map(([, id]) => id)).toEqual(ids);
  expect([...answer.matchAll(/HTTP\/1\.1 ([0-9]+)/g)].map(([, status]) => status)).toEqual([
    "503",
    "503",
    "503",
    "200",
  ]);
});

test("an answer to HEAD has no body, so that the next answer is not taken for it", async () => {
  const head = "HEAD /v1/forms HTTP/1.1\r\nhost: x\r\n\r\n";
  const probe = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
  expect(await exchange(head + probe, 2)).toMatch(/^HTTP\/1\.1 503 [^{]*\r\n\r\nHTTP\/1\.1 200 /);
});

test("requests sent ahead are not under way any more when their connection breaks off", async () => {
  const { guard: pass, inFlight } = admission({
    turns: { admits: () => true },
    always: new Set(),
    headers: {},
    publicUrl: () => "https://forms.example.com",
    stopping: () => false,
  });
  // Nobody is ever answered, so all but the first wait for their turn on the connection.
  const silent = createHttpServer(pass(() => {}));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const socket = connect((silent.address() as { readonly port: number }).port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n".repeat(3));
  const until = async (count: number) => {
    while (inFlight() !== count) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await until(3);
  socket.destroy();
  await until(0);
  silent.close();
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
  const answer = await exchange(bytes, Number.POSITIVE_INFINITY);
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
});

test("connections end with it while the service stops", async () => {
  stopping = true;
  const answer = await exchange("GET /v1/forms HTTP/1.1\r\nhost: x\r\n\r\n", Number.POSITIVE_INFINITY);
  stopping = false;
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
});

test("metrics count who was turned away, and the log says once that an overload began", async () => {
  const { app, log } = await startTestServer({ options: { longestDelay: 0.000_001 } });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port: busy } = app.server.address() as { readonly port: number };
  const crowd = async () => {
    const all = Array.from({ length: 40 }, () => fetch(`http://127.0.0.1:${busy}/v1/getAllFormIds`));
    return (await Promise.all(all)).map(({ status }) => status);
  };
  while (!(await crowd()).includes(503));
  const metrics = await (await fetch(`http://127.0.0.1:${busy}/metrics`)).text();
  expect(Number(/^http_requests_shed_total ([0-9]+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
  expect(metrics).toMatch(/^http_requests_in_flight [1-9]/m);
  expect(metrics).toMatch(/^http_queue_delay_seconds_count [1-9]/m);
  expect(metrics).toMatch(/^limits_up 1$/m);
  expect(metrics).toMatch(/^address_provider_up 1$/m);
  expect(metrics).toMatch(/^workers 1$/m);
  expect(metrics).toMatch(/^worker_restarts_total 0$/m);
  expect(log()).toContain('"overloaded":true');
  expect(log()).not.toContain('"status":503');
});
