import { connect } from "node:net";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { app, log, token } = await startTestServer({
  options: {
    routes: (scope) =>
      scope.get("/slow", { config: { types: ["text/plain"] } }, async (_request, reply) => {
        await new Promise((resolve) => setImmediate(resolve));
        return reply.send("slow");
      }),
  },
});
await app.listen({ port: 0, host: "127.0.0.1" });
const { port } = app.server.address() as { readonly port: number };

/** Sends bytes as they are, because no HTTP client would. */
function send(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (part) => {
      answer += part.toString();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

/** Status, headers and body of an answer. */
function parse(answer: string) {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  const [line = "", ...lines] = head.split("\r\n");
  const headers = Object.fromEntries(
    lines.map((text) => [text.slice(0, text.indexOf(":")).toLowerCase(), text.slice(text.indexOf(":") + 2)]),
  );
  return {
    status: Number(line.split(" ")[1]),
    headers,
    problem: JSON.parse(body) as Record<string, unknown>,
  };
}

const close = "connection: close\r\n";
test.each([
  ["no HTTP at all", "Smith 123-45-6789\r\n\r\n", 400, "MALFORMED_REQUEST", "unknown"],
  [
    "headers of 20 KB",
    `GET / HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(20_000)}\r\n\r\n`,
    431,
    "HEADERS_TOO_LARGE",
    "unknown",
  ],
  ["no host", "GET /healthz HTTP/1.1\r\n\r\n", 400, "MALFORMED_REQUEST", "GET"],
  [
    "two hosts",
    "GET /healthz HTTP/1.1\r\nhost: a.example\r\nhost: b.example\r\n\r\n",
    400,
    "MALFORMED_REQUEST",
    "GET",
  ],
  [
    "the same host twice",
    "GET /healthz HTTP/1.1\r\nhost: a.example\r\nHOST: a.example\r\n\r\n",
    400,
    "MALFORMED_REQUEST",
    "GET",
  ],
  [
    "an unknown expectation",
    `GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: 200-ok\r\n${close}\r\n`,
    417,
    "EXPECTATION_FAILED",
    "GET",
  ],
])("%s is answered, logged and counted like any other request", async (_, bytes, status, code, method) => {
  const answer = await send(bytes);
  const { status: got, headers, problem } = parse(answer);
  expect(got).toBe(status);
  expect(headers).toMatchObject({
    "content-type": expect.stringMatching(/^application\/problem\+json(?:; charset=utf-8)?$/),
    "content-language": "en",
    "cache-control": "no-store",
    connection: "close",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "strict-transport-security": "max-age=31536000; includeSubDomains",
  });
  const id = String(headers["x-request-id"]);
  expect(problem).toMatchObject({
    type: `https://forms.example.com/problems/${code}`,
    status,
    code,
    requestId: id,
  });
  const line = log()
    .split("\n")
    .find((text) => text.includes(id));
  expect(JSON.parse(line ?? "{}")).toMatchObject({ method, status, requestId: id, msg: "request" });
  const metrics = (await app.inject({ url: "/metrics" })).body;
  const route = method === "unknown" ? "unreadable" : "/healthz";
  expect(metrics).toContain(`http_requests_total{method="${method}",route="${route}",status="${status}"}`);
  expect(answer).not.toContain("123-45-6789");
  expect(log()).not.toContain("123-45-6789");
});

test("HTTP/1.0 needs no host, and 100-continue is an expectation that the service accepts", async () => {
  expect(await send("GET /healthz HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
  const continued = await send(`GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: 100-Continue\r\n${close}\r\n`);
  expect(continued).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
});

test("requests before a broken one are answered first, each in its place", async () => {
  const slow = `GET /v1/slow HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`;
  const answer = await send(`${slow}${slow}no HTTP at all\r\n\r\n`);
  const statuses = [...answer.matchAll(/HTTP\/1\.1 ([0-9]+)/g)].map(([, status]) => status);
  expect(statuses).toEqual(["200", "200", "400"]);
});

test("a request whose body cannot be read is answered", async () => {
  const head = "POST /v1/forms HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n";
  expect(await send(`${head}no size\r\n`)).toMatch(/^HTTP\/1\.1 40[01] /);
});

test("the service continues afterwards", async () => {
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
});
