import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { child, next } from "./children.js";
import type { LoadOrder, LoadReport } from "./http/load.js";
import type { ServerMessage } from "./http/server.js";
import type { BenchTable } from "./table.js";

const rounds = 20;
const requestsPerRound = 100;
/** Until the code of the service is compiled. */
const warmUp = 20;

const keys: Readonly<Record<string, readonly string[]>> = {
  "no seal": [],
  "RSA, 2048 bits": ["rsa:2048"],
  "RSA, 3072 bits": ["rsa:3072"],
  "P-256": ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"],
};

/**
 * `SIGN` of a W-4 over HTTP with a seal, compared with `SIGN` without one: one service for each kind of key. Ratios are of the
 * CPU time of the whole process, its threads included, because that is what limits how many forms a core can sign.
 */
export async function benchSeal(): Promise<BenchTable> {
  const folder = mkdtempSync(join(tmpdir(), "withholding-forms-bench-"));
  const services = await Promise.all(Object.entries(keys).map(([name, key]) => start(folder, name, key)));
  try {
    for (let round = -warmUp; round < rounds; round += 1)
      for (const service of services) {
        const sample = await measure(service);
        if (round >= 0) service.samples.push(sample);
      }
  } finally {
    await Promise.all(services.flatMap(({ server, load }) => [stop(server), stop(load)]));
    rmSync(folder, { recursive: true, force: true });
  }
  const [unsealed] = services as [Service, ...Service[]];
  // Within a round, because the machine is now fast and now slow.
  const share = ({ samples }: Service): number =>
    median(samples.map(({ cpu }, round) => unsealed.samples[round]!.cpu / cpu));
  return {
    name: `Sealing, ${rounds} rounds of ${requestsPerRound} requests each, fillPdf SIGN of a W-4`,
    rows: services.map((service) => ({
      key: service.name,
      "CPU \u00b5s": Math.round(median(service.samples.map(({ cpu }) => cpu))),
      "forms per core, of those without a seal": `${Math.round(share(service) * 100)} %`,
      "p50 ms": median(service.samples.map(({ p50 }) => p50)).toFixed(2),
      "Base64 and the rest of the response, bytes": service.at.size,
    })),
    targets: [],
  };
}

interface Service {
  readonly name: string;
  readonly server: ChildProcess;
  readonly load: ChildProcess;
  readonly at: Extract<ServerMessage, { port: number }>;
  readonly samples: { readonly cpu: number; readonly p50: number }[];
}

async function start(folder: string, name: string, key: readonly string[]): Promise<Service> {
  const server = child("./http/server.js", key.length === 0 ? {} : certificate(folder, name, key));
  const load = child("./http/load.js");
  const at = (await next(server)) as Service["at"];
  return { name, server, load, at, samples: [] };
}

function certificate(folder: string, name: string, key: readonly string[]): Record<string, string> {
  const files = { SEAL_KEY: join(folder, `${name}.key`), SEAL_CERTIFICATE: join(folder, `${name}.pem`) };
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=Bench", "-newkey", ...key],
      ...["-addext", "basicConstraints=critical,CA:FALSE", "-addext", "keyUsage=critical,digitalSignature"],
      ...["-keyout", files.SEAL_KEY, "-out", files.SEAL_CERTIFICATE],
    ],
    { stdio: "ignore" },
  );
  return files;
}

async function measure({ server, load, at }: Service): Promise<Service["samples"][number]> {
  const before = await used(server);
  const { port, token } = at;
  load.send({ port, token, kind: "fillPdf SIGN", requests: requestsPerRound } satisfies LoadOrder);
  const { times } = (await next(load)) as LoadReport;
  return { cpu: ((await used(server)) - before) / requestsPerRound, p50: median(times) };
}

async function used(server: ChildProcess): Promise<number> {
  server.send("used");
  return ((await next(server)) as Extract<ServerMessage, { cpu: number }>).cpu;
}

async function stop(process: ChildProcess): Promise<void> {
  const ended = once(process, "exit");
  process.disconnect();
  await ended;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
