import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { eventually } from "@withholding-forms/testing/eventually";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { startTestServer, testTime } from "@withholding-forms/testing/service/server";
import { afterEach, expect, test } from "vitest";

const { app, server, token, log, setTime } = await startTestServer();
await app.listen({ host: "127.0.0.1", port: 0 });
const { port } = app.server.address() as AddressInfo;

const open: ClientRequest[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) one.destroy();
  await eventually(() => sockets.size === 0, { what: "the connections to close" });
});

const sockets = new Set<Socket>();
app.server.on("connection", (socket: Socket) => {
  sockets.add(socket);
  socket.once("close", () => sockets.delete(socket));
});

function start(endpoint = "fillPdf"): ClientRequest {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/x-ndjson" };
  const made = request({ host: "127.0.0.1", port, method: "POST", path: `/v1/bulk/${endpoint}`, headers });
  made.on("error", () => {});
  open.push(made);
  return made;
}

async function responseOf(made: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(made, "response")) as [IncomingMessage];
  return response;
}

async function* linesOf(response: IncomingMessage): AsyncGenerator<{ id: string; status: number }> {
  let rest = "";
  for await (const chunk of response) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line);
  }
}

const line = (id: string | number): string => `${JSON.stringify({ id, ...fillAlabama })}\n`;
const filled = (): number => log().match(/"route":"\/v1\/fillPdf","status":200/g)?.length ?? 0;

test("a line is answered before the next one is sent", async () => {
  const made = start();
  made.write(line("first"));
  const lines = linesOf(await responseOf(made));
  expect(await lines.next()).toMatchObject({ value: { id: "first", status: 200 } });
  made.write(line("second").slice(0, 20));
  made.write(line("second").slice(20));
  expect(await lines.next()).toMatchObject({ value: { id: "second", status: 200 } });
  made.end(line("last").trim());
  expect(await lines.next()).toMatchObject({ value: { id: "last", status: 200 } });
  expect((await lines.next()).done).toBe(true);
});

test("a line of 10 MB is dropped, and the stream continues", async () => {
  const made = start();
  made.write(`{"id":"huge","x":"`);
  for (let part = 0; part < 10; part++) made.write("x".repeat(1024 * 1024));
  made.end(`"}\n${line("after")}`);
  const answered = [];
  for await (const one of linesOf(await responseOf(made))) answered.push([one.id, one.status]);
  expect(answered).toEqual([
    [null, 413],
    ["after", 200],
  ]);
});

test("a caller that does not read stops the work, and gets the rest when it reads", async () => {
  const count = 600;
  const before = filled();
  const made = start();
  const response = responseOf(made);
  for (let id = 1; id <= count; id++) made.write(line(id));
  made.end();
  const paused = await response;
  paused.pause();
  let last = 0;
  let unchanged = 0;
  // Nothing more is filled once the buffers of the connection are full.
  const isStill = (): boolean => {
    const now = filled() - before;
    unchanged =
      now === last && [...sockets].some(({ writableLength }) => writableLength > 0) ? unchanged + 1 : 0;
    last = now;
    return now > 0 && unchanged === 50;
  };
  await eventually(isStill, { what: "the work to stop" });
  expect(last).toBeLessThan(count);
  let received = 0;
  for await (const one of linesOf(paused)) expect(one).toMatchObject({ id: ++received, status: 200 });
  expect(received).toBe(count);
});

test("a caller that disconnects stops the work", async () => {
  const before = filled();
  const made = start();
  for (let id = 1; id <= 1500; id++) made.write(line(id));
  const response = await responseOf(made);
  response.once("data", () => made.destroy());
  await eventually(() => log().includes('"route":"/v1/bulk/fillPdf","status":499'), { what: "the log line" });
  // What was in progress may finish, and nothing else starts.
  const soon = filled();
  await app.inject({ url: "/healthz" });
  expect(filled() - soon).toBeLessThanOrEqual(8);
  expect(filled() - before).toBeLessThan(1500);
});

test("the time limit for whole requests does not end a bulk request that has started", async () => {
  const made = start();
  const socket = once(app.server, "connection");
  made.write(line("first"));
  const lines = linesOf(await responseOf(made));
  await lines.next();
  const [connection] = await socket;
  const error = Object.assign(new Error("timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  app.server.emit("clientError", error, connection);
  made.end(line("second"));
  expect(await lines.next()).toMatchObject({ value: { id: "second", status: 200 } });
});

test("lines after the token has expired are rejected", async () => {
  const made = start();
  made.write(line("first"));
  const lines = linesOf(await responseOf(made));
  expect(await lines.next()).toMatchObject({ value: { id: "first", status: 200 } });
  setTime(new Date("2026-12-24T12:00:00Z"));
  made.end(line("second"));
  expect(await lines.next()).toMatchObject({ value: { status: 401, body: { message: "Unauthorized" } } });
  setTime(testTime);
});

test("a key has four bulk requests at the same time", async () => {
  for (let number = 0; number < 4; number++) {
    const made = start();
    made.write(line(number));
    await responseOf(made);
  }
  const fifth = start();
  fifth.end(line("fifth"));
  const response = await responseOf(fifth);
  expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "5"]);
  open[0]?.destroy();
  const another = async (): Promise<boolean> => {
    const made = start();
    made.end(line("another"));
    return (await responseOf(made)).statusCode === 200;
  };
  await eventually(another, { what: "a free slot" });
});

test("a service that is stopping ends the response after the lines in progress", async () => {
  const made = start();
  made.write(line("first"));
  const lines = linesOf(await responseOf(made));
  expect(await lines.next()).toMatchObject({ value: { id: "first" } });
  server.stopping();
  made.write(line("second"));
  expect((await lines.next()).done).toBe(true);
  await once(made, "close");
});
