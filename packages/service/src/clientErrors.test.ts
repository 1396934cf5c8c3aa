import { connect } from "node:net";
import { expect, test } from "vitest";
import { startTestServer } from "./test/server.js";

const { app } = await startTestServer();
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

test.each([
  ["no HTTP at all", "Smith 123-45-6789\r\n\r\n", 400, "MALFORMED_REQUEST"],
  [
    "headers of 20 KB",
    `GET / HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(20_000)}\r\n\r\n`,
    431,
    "HEADERS_TOO_LARGE",
  ],
])("%s is answered with a problem document and a closed connection", async (_, bytes, status, code) => {
  const answer = await send(bytes);
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toContain(`HTTP/1.1 ${status}`);
  expect(head).toContain("content-type: application/problem+json");
  expect(head).toContain("connection: close");
  expect(JSON.parse(body)).toMatchObject({ status, code });
  expect(answer).not.toContain("123-45-6789");
});

test("the service goes on afterwards", async () => {
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
});
