import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { eventually } from "@withholding-forms/testing/eventually";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { afterAll, expect, test } from "vitest";

async function start(env: Readonly<Record<string, string>>) {
  const { app } = await startTestServer({ env });
  await app.listen({ port: 0, host: "0.0.0.0" });
  return (app.server.address() as { readonly port: number }).port;
}

const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

/** Opens a connection and sends a request; false if the connection is closed instead. */
function isTaken(port: number, localAddress: string): Promise<boolean> {
  const socket = connect({ host: "127.0.0.1", port, localAddress });
  sockets.push(socket);
  socket.on("error", () => {});
  socket.write("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n");
  return Promise.race([once(socket, "data").then(() => true), once(socket, "close").then(() => false)]);
}

test("limits the connections of each address separately, without those that were closed", async () => {
  const port = await start({ MAX_CONNECTIONS_PER_ADDRESS: "2" });
  const open = (address: string) => isTaken(port, address);
  expect([await open("127.0.0.2"), await open("127.0.0.2"), await open("127.0.0.2")]).toEqual([
    true,
    true,
    false,
  ]);
  expect(await open("127.0.0.3")).toBe(true);
  sockets[0]?.destroy();
  await eventually(() => open("127.0.0.2"), { what: "room for a connection" });
});

test("behind a proxy connections are not counted, since all callers come through it", async () => {
  const port = await start({ MAX_CONNECTIONS_PER_ADDRESS: "2", TRUST_PROXY: "1" });
  for (let count = 0; count < 5; count++) expect(await isTaken(port, "127.0.0.2")).toBe(true);
});
