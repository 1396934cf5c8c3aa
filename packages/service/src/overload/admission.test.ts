import { Agent, get, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { startTestServer } from "../test/server.js";

// The loop is never fast enough for this service, so the second of two requests in one turn is turned away.
const { app, log, token } = await startTestServer({ options: { longestDelay: 0.000_001 } });
await app.listen({ port: 0, host: "127.0.0.1" });
const { port } = app.server.address() as { readonly port: number };
const agent = new Agent({ keepAlive: true, maxSockets: 30 });

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

function fetchOne(path: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get({ host: "127.0.0.1", port, path, headers, agent }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (part) => {
        body += part;
      });
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    request.on("error", reject);
  });
}

/** Requests in crowds until one of them is turned away. */
async function turnedAway(headers: Readonly<Record<string, string>>): Promise<Answer> {
  const authorization = `Bearer ${token}`;
  for (;;) {
    const crowd = Array.from({ length: 30 }, () =>
      fetchOne("/v1/getAllFormIds", { authorization, ...headers }),
    );
    const refused = (await Promise.all(crowd)).find(({ status }) => status === 503);
    if (refused !== undefined) return refused;
  }
}

test("who is turned away hears when to come back, in a problem document with the request's id", async () => {
  const { headers, body } = await turnedAway({ "x-request-id": "request-0001" });
  expect(headers).toMatchObject({
    "content-type": "application/problem+json",
    "retry-after": "2",
    "cache-control": "no-store",
    "x-request-id": "request-0001",
    "x-content-type-options": "nosniff",
    connection: "keep-alive",
  });
  expect(JSON.parse(body)).toEqual({
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
  const { headers, body } = await turnedAway({});
  expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.parse(body)).toMatchObject({ requestId: headers["x-request-id"] });
});

test("the words are in the caller's language, and as long as they say", async () => {
  const { headers, body } = await turnedAway({ "accept-language": "fr-CA" });
  expect(headers["content-language"]).toBe("fr");
  expect(Number(headers["content-length"])).toBe(Buffer.byteLength(body));
  expect(JSON.parse(body)).toMatchObject({ code: "OVERLOADED" });
});

/** Sends bytes in crowds, each on a connection of its own, until one of the first answers is 503; gives all that came. */
async function rawTurnedAway(bytes: string): Promise<string> {
  const one = () =>
    new Promise<string>((resolve, reject) => {
      let answer = "";
      const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
      socket.setTimeout(500, () => socket.destroy());
      socket.on("data", (part) => {
        answer += part.toString();
      });
      socket.on("close", () => resolve(answer));
      socket.on("error", reject);
    });
  for (;;) {
    // Others at the same time keep the service busy.
    const crowd = turnedAway({});
    const answers = await Promise.all(Array.from({ length: 30 }, one));
    await crowd;
    const refused = answers.find((answer) => answer.startsWith("HTTP/1.1 503 "));
    if (refused !== undefined) return refused;
  }
}

test("a connection goes on after it, and requests sent ahead are each answered, in order", async () => {
  const ids = ["request-000a", "request-000b", "request-000c"];
  const requests = ids.map(
    (id) => `POST /v1/forms HTTP/1.1\r\nhost: x\r\nx-request-id: ${id}\r\ncontent-length: 2\r\n\r\n{}`,
  );
  const answer = await rawTurnedAway(requests.join(""));
  expect([...answer.matchAll(/\r\nx-request-id: (\S+)/g)].map(([, id]) => id)).toEqual(ids);
  expect(answer.match(/HTTP\/1\.1 (?:503|401) /g)).toHaveLength(3);
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
  const answer = await rawTurnedAway(bytes);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
});

test("probes and metrics are answered all the same, and count who was turned away", async () => {
  await turnedAway({});
  const crowd = ["/healthz", "/readyz", "/metrics"].flatMap((path) => Array<string>(10).fill(path));
  const answers = await Promise.all(crowd.map((path) => fetchOne(path, {})));
  expect(answers.map(({ status }) => status)).toEqual(crowd.map(() => 200));
  const metrics = answers.at(-1)?.body ?? "";
  expect(Number(/^http_requests_shed_total ([0-9]+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
  expect(metrics).toMatch(/^http_requests_in_flight [1-9]/m);
  expect(metrics).toMatch(/^http_queue_delay_seconds_count [1-9]/m);
  expect(metrics).toMatch(/^limits_up 1$/m);
  expect(metrics).toMatch(/^address_provider_up 1$/m);
});

test("the log says once that an overload began, not for each request", () => {
  const lines = log()
    .split("\n")
    .filter((line) => line.includes('"msg":"overload"'));
  expect(lines.length).toBeGreaterThan(0);
  expect(log()).not.toContain('"status":503');
});
