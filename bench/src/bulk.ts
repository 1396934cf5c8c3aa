import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { child, next } from "./children.js";
import { fillW4 } from "./http/requests.js";
import type { ServerMessage } from "./http/server.js";
import { median } from "./median.js";
import type { BenchTable } from "./table.js";

const linesPerRound = 5000;
const rounds = 10;
const minPerCore = 1000;
/** Beyond the first rounds, in which the service compiles its code. */
const maxGrowth = 32 * 1024 * 1024;

/** `bulk/fillPdf` with PREVIEW of a W-4 over one connection, by the CPU time of the service, which is all that it needs. */
export async function benchBulk(): Promise<BenchTable> {
  const server = child("./http/server.js");
  try {
    const at = (await next(server)) as Extract<ServerMessage, { port: number }>;
    const used = async (): Promise<Extract<ServerMessage, { cpu: number }>> => {
      server.send("used");
      return (await next(server)) as Extract<ServerMessage, { cpu: number }>;
    };
    const samples: { readonly perCore: number; readonly perSecond: number; readonly rss: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const [before, start] = [await used(), performance.now()];
      await fillLines(at, linesPerRound);
      const [after, seconds] = [await used(), (performance.now() - start) / 1000];
      const perCore = linesPerRound / ((after.cpu - before.cpu) / 1e6);
      samples.push({ perCore, perSecond: linesPerRound / seconds, rss: after.rss });
    }
    const late = samples.slice(rounds / 2);
    const perCore = median(late.map((one) => one.perCore));
    const growth = (late.at(-1)?.rss ?? 0) - (late[0]?.rss ?? 0);
    return {
      name: `bulk/fillPdf, ${rounds} requests of ${linesPerRound} lines`,
      rows: samples.map((one, round) => ({
        lines: (round + 1) * linesPerRound,
        "forms per second and core": Math.round(one.perCore),
        "forms per second": Math.round(one.perSecond),
        "memory MiB": Math.round(one.rss / 2 ** 20),
      })),
      targets: [
        {
          what: "forms per second of CPU time",
          target: `at least ${minPerCore}`,
          measured: String(Math.round(perCore)),
          met: perCore >= minPerCore,
        },
        {
          what: `growth of memory over the last ${(rounds / 2 - 1) * linesPerRound} lines`,
          target: `under ${maxGrowth / 2 ** 20} MiB`,
          measured: `${Math.round(growth / 2 ** 20)} MiB`,
          met: growth < maxGrowth,
        },
      ],
    };
  } finally {
    server.disconnect();
    if (server.exitCode === null) await once(server, "exit");
  }
}

async function fillLines(
  { port, token }: { readonly port: number; readonly token: string },
  count: number,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/x-ndjson" };
  const sending = request({ host: "127.0.0.1", port, method: "POST", path: "/v1/bulk/fillPdf", headers });
  const response = once(sending, "response") as Promise<[IncomingMessage]>;
  const line = Buffer.from(`${JSON.stringify({ id: "employee", ...fillW4("PREVIEW") })}\n`);
  const sent = send(sending, line, count);
  let answered = 0;
  for await (const chunk of (await response)[0] as AsyncIterable<Buffer>)
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) answered++;
  await sent;
  if (answered !== count) throw new Error(`${answered} of ${count} lines were answered`);
}

async function send(sending: ReturnType<typeof request>, line: Buffer, count: number): Promise<void> {
  for (let number = 0; number < count; number++) if (!sending.write(line)) await once(sending, "drain");
  sending.end();
}
