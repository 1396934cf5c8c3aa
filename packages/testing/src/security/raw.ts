import { connect } from "node:net";
import { defined } from "@withholding-forms/interview";
import type { FastifyInstance } from "fastify";

/** Listens on a free port of this machine. */
export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  return (app.server.address() as { readonly port: number }).port;
}

export interface RawAnswer {
  readonly status: number;
  /** Names in small letters; of several with one name, the last. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends bytes as they are, because no HTTP client would, and reads all answers until the other side closes. */
export function sendRaw(
  port: number,
  bytes: string | Uint8Array,
  host = "127.0.0.1",
  localAddress?: string,
): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect({ port, host, ...defined({ localAddress }) }, () => {
      socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
    });
    socket.setTimeout(300_000, () => socket.destroy());
    socket.on("data", (part) => parts.push(part));
    // A reset after the response also closes the connection.
    socket.on("error", () => {});
    socket.on("close", () => resolve(Buffer.concat(parts).toString("latin1")));
  });
}

/** The answers on a connection, one after the other. */
export function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text;
  while (rest !== "") {
    const end = rest.indexOf("\r\n\r\n");
    const [line = "", ...lines] = rest.slice(0, end < 0 ? rest.length : end).split("\r\n");
    const status = /^HTTP\/1\.1 ([0-9]{3}) /.exec(line)?.[1];
    if (end < 0 || status === undefined) throw new Error(`This is no answer: ${rest.slice(0, 200)}`);
    const headers = Object.fromEntries(
      lines.map((one) => {
        const colon = one.indexOf(":");
        return [one.slice(0, colon).toLowerCase(), one.slice(colon + 1).trim()];
      }),
    );
    // What Node itself says of a missing host comes in chunks, and is the last on its connection.
    const length =
      headers["transfer-encoding"] === "chunked" ? rest.length : Number(headers["content-length"] ?? 0);
    answers.push({ status: Number(status), headers, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}

/** One request on a separate connection. */
export async function ask(
  port: number,
  line: string,
  headers: readonly string[] = [],
  body = "",
  localAddress?: string,
): Promise<RawAnswer> {
  const head = [`${line} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers].join("\r\n");
  const [answer] = answersIn(await sendRaw(port, `${head}\r\n\r\n${body}`, "127.0.0.1", localAddress));
  if (answer === undefined) throw new Error(`${line} was not answered`);
  return answer;
}
