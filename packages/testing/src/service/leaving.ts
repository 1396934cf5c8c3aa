import { mkdtempSync } from "node:fs";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { openSqliteStore } from "../../../service/src/store/sqlite.js";
import type { Store } from "../../../service/src/store/store.js";

/** A store that keeps audit events only when the test says so, so that signatures have to wait. */
export function slowStore(): { readonly store: Store; recording(): number; goOn(): void } {
  let [recording, goOn] = [0, (): void => {}];
  const kept = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const store: Store = {
    ...openSqliteStore(mkdtempSync(join(tmpdir(), "withholding-forms-"))),
    async record() {
      recording++;
      await kept;
    },
  };
  return { store, recording: () => recording, goOn };
}

/** Sends a fillPdf request over a separate connection, or the first bytes of its body only. */
export async function sendFill(
  app: FastifyInstance,
  { token, id, body, part }: { token: string; id: string; body: object; part?: number },
): Promise<Socket> {
  if (!app.server.listening) await app.listen({ host: "127.0.0.1", port: 0 });
  const text = JSON.stringify(body);
  const head = [
    "POST /v1/fillPdf HTTP/1.1",
    "host: x",
    `authorization: Bearer ${token}`,
    `x-request-id: ${id}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(text)}`,
  ];
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`${head.join("\r\n")}\r\n\r\n${text.slice(0, part)}`);
  return socket;
}
