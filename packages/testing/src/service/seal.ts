import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { TestCertificate } from "../pdf/certificates.js";
import { timestampReply } from "../pdf/timestamps.js";

/** Files in a folder that is deleted after the tests of the file. */
export function sealFiles(): (name: string, content: string | Uint8Array, mode?: number) => string {
  const folder = mkdtempSync(join(tmpdir(), "withholding-forms-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  return (name, content, mode = 0o600) => {
    const path = join(folder, name);
    writeFileSync(path, content, { mode });
    return path;
  };
}

export interface TimestampServer {
  readonly url: string;
  /** How the next requests are answered. */
  behavior: "works" | "fails" | "hangs" | "lies";
  readonly requests: () => number;
}

/** A timestamp server (RFC 3161) on this machine, with OpenSSL behind it. Closed after the tests of the file. */
export async function startTimestampServer(certificate: TestCertificate): Promise<TimestampServer> {
  let requests = 0;
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      requests += 1;
      if (control.behavior === "hangs") return;
      if (control.behavior === "fails") return void response.writeHead(500).end("secret of the server");
      response.setHeader("content-type", "application/timestamp-reply");
      const reply =
        control.behavior === "lies" ? earlier : timestampReply(Buffer.concat(chunks), certificate);
      earlier = reply;
      response.end(reply);
    });
  });
  let earlier: Uint8Array = Buffer.from("no timestamp");
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const control: TimestampServer = {
    url: `http://127.0.0.1:${port}/tsa`,
    behavior: "works",
    requests: () => requests,
  };
  return control;
}
