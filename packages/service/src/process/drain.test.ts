import { once } from "node:events";
import { connect } from "node:net";
import { eventually } from "@withholding-forms/testing/eventually";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";
import { drainOf } from "./drain.js";

test("a response to a slow reader is sent completely", async () => {
  // More than fits the buffers of both sides.
  const size = 32 * 1024 * 1024;
  const { app, server, token } = await startTestServer({
    options: {
      routes: (scope) => {
        scope.get("/large", { config: { types: ["application/json"] } }, async () => Buffer.alloc(size));
      },
    },
  });
  const drain = drainOf(server);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as { readonly port: number };
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  socket.write(`GET /v1/large HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
  await once(socket, "readable");

  const drained = drain();
  // From here on it ends connections, and would end this one if it took it for idle.
  await eventually(() => !app.server.listening, { what: "the server to stop listening" });
  let received = 0;
  socket.on("data", (part) => {
    received += part.length;
  });
  socket.resume();
  await once(socket, "close");
  await drained;
  expect(received).toBeGreaterThan(size);
});
