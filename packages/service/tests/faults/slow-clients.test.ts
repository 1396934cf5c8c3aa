import { connect, type Socket } from "node:net";
import { requestBytes } from "@withholding-forms/testing/faults/load";
import { callersOf, visit } from "@withholding-forms/testing/faults/questions";
import { fillRequests } from "@withholding-forms/testing/faults/requests";
import { startService } from "@withholding-forms/testing/faults/service";
import { type Tally, tally } from "@withholding-forms/testing/faults/tally";
import { afterAll, expect, test } from "vitest";

// Two workers, whose connections come from another process: there, too, Node must look for requests that take too long.
const service = await startService({ workers: 2 });
const token = await service.token();
const { port } = service;
await visits(100);
const [fill] = fillRequests(token, ["PREVIEW"]);
if (fill === undefined) throw new Error("There is no request.");

const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

/** Requests of other callers, until this many are served. */
async function visits(count: number): Promise<Tally> {
  const callers = callersOf(visit(token), { port, callers: 20 });
  await callers.more(count, ({ status }) => status === 200);
  return tally(await callers.stop());
}

function open(): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  sockets.push(socket);
  return socket;
}

/** Everything received until the connection closes. */
function rest(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    socket.on("data", (part) => {
      text += part.toString("latin1");
    });
    socket.on("close", () => resolve(text));
  });
}

/** Sends a byte at a time for as long as the connection is there. */
function trickle(bytes: Buffer): Promise<string> {
  const socket = open();
  let sent = 0;
  const timer = setInterval(() => {
    if (sent < bytes.length) socket.write(bytes.subarray(sent, ++sent));
  }, 100);
  return rest(socket).finally(() => clearInterval(timer));
}

test("callers who send byte by byte are disconnected in time, and other callers are not affected", async () => {
  const bytes = requestBytes(fill);
  const headersOver = bytes.indexOf("\r\n\r\n") + 4;
  const slow = [
    ...Array.from({ length: 150 }, () => trickle(bytes)),
    // The headers in one piece, the body byte by byte.
    ...Array.from({ length: 150 }, () => {
      const socket = open();
      socket.write(bytes.subarray(0, headersOver));
      let sent = headersOver;
      const timer = setInterval(() => {
        if (sent < bytes.length) socket.write(bytes.subarray(sent, ++sent));
      }, 100);
      return rest(socket).finally(() => clearInterval(timer));
    }),
  ];
  // Connections that send nothing.
  const silent = Array.from({ length: 150 }, () => rest(open()));
  const { sent, answered, lost, refused } = await visits(500);
  expect(answered).toEqual({ 200: sent });
  expect([lost, refused]).toEqual([0, 0]);
  const answers = await Promise.all(slow);
  // All of them arrive in one moment, so a slow machine may reject some of them as a crowd.
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 (?:408|503) /);
  const timedOut = answers.filter((answer) => answer.startsWith("HTTP/1.1 408 "));
  expect(timedOut.length).toBeGreaterThanOrEqual(150);
  for (const answer of timedOut) expect(answer).toContain("REQUEST_TIMEOUT");
  expect(await Promise.all(silent)).toHaveLength(150);
});

test("responses that are not read use little memory, and not for long", async () => {
  const bytes = requestBytes({
    path: "/v1/getAllFormsCatalog",
    headers: { authorization: `Bearer ${token}` },
  });
  // Once as usual, to measure the size of one.
  const before = service.memory();
  const greedy = Array.from({ length: 200 }, () => {
    const socket = open();
    socket.pause();
    // Sent ahead, as fast as it goes.
    for (let request = 0; request < 200; request++) socket.write(bytes);
    return socket;
  });
  const others = await visits(250);
  const memoryUnderLoad = service.memory();
  expect(others.answered).toEqual({ 200: others.sent });
  expect([others.lost, others.refused]).toEqual([0, 0]);
  // 64 MB for each of two workers, and the same again for responses in progress.
  expect(memoryUnderLoad - before).toBeLessThan(400 * 1024 * 1024);
  for (const socket of greedy) socket.destroy();
  const after = await visits(50);
  expect(after.answered).toEqual({ 200: after.sent });
});
