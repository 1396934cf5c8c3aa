import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { child, next } from "./children.js";
import { fillW4, requestBytes } from "./http/requests.js";
import { median } from "./median.js";
import type { LoadOrder, LoadReport } from "./overload/load.js";
import type { AttackOrder, AttackReport } from "./strangers/attack.js";
import type { BenchTable } from "./table.js";

const rounds = 5;
const seconds = 3;
/** Longer than the service waits for a body. */
const slowSeconds = 20;
const events = 500_000;
const minPace = 0.5;
/** The memory limit that docs/operating.md recommends. */
const maxMemoryMb = 768;
const program = fileURLToPath(new URL("../../packages/service/dist/main.js", import.meta.url));

/**
 * How much of its speed signing keeps while unauthenticated callers upload to `/verify`. One worker with default
 * limits, a seal, and a long audit log. Rounds with and without an attack take turns.
 */
export async function benchStrangers(): Promise<BenchTable> {
  const folder = mkdtempSync(join(tmpdir(), "withholding-forms-bench-"));
  const service = await startService(folder);
  try {
    const attacks = attacksIn(folder);
    const alone: number[] = [];
    const underAttack = new Map<string, number[]>(attacks.map(({ name }) => [name, []]));
    const reports = new Map<string, AttackReport>();
    await sign(service);
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await sign(service));
      for (const { name, body } of attacks) {
        const attack = startAttack({ port: service.port, body, uploads: 6, seconds: seconds + 1 });
        underAttack.get(name)!.push(await sign(service));
        reports.set(name, await attack);
      }
    }
    const pace = (name: string): number =>
      median(underAttack.get(name)!.map((count, round) => count / alone[round]!));
    const body = form(Buffer.alloc(4 * 1024 * 1024 - 1024));
    const slow = { port: service.port, body, uploads: 360, stopAt: 4_000_000, seconds: slowSeconds };
    reports.set("slow uploads", await startAttack(slow));
    const memoryMb = peakMemoryMb(service.process);
    return {
      name: `Strangers at /verify, ${rounds} rounds of ${seconds} seconds each, ${events} audit events`,
      rows: [...reports].map(([name, { byStatus }]) => ({
        attack: name,
        "signatures, of those without it": underAttack.has(name) ? percent(pace(name)) : "",
        "responses in the last round": JSON.stringify(byStatus),
      })),
      targets: [
        ...attacks.map(({ name }) => ({
          what: `${name}: signing keeps its pace`,
          target: `at least ${percent(minPace)}`,
          measured: percent(pace(name)),
          met: pace(name) >= minPace,
        })),
        {
          what: "360 slow uploads of 4 MB: memory of the process at its peak",
          target: `at most ${maxMemoryMb} MB`,
          measured: `${memoryMb} MB`,
          met: memoryMb <= maxMemoryMb,
        },
      ],
    };
  } finally {
    service.process.kill();
    await once(service.process, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Service {
  readonly process: ChildProcess;
  readonly port: number;
  readonly token: string;
}

async function startService(folder: string): Promise<Service> {
  await writeAuditLog(join(folder, "audit.jsonl"));
  const apiKey = "a key that only this benchmark has".replaceAll(" ", "-");
  const env = {
    ...{ DATA_DIR: folder, API_KEY: apiKey, PORT: "0", WORKERS: "1", RATE_LIMIT: "0", LOG_LEVEL: "warn" },
    ...certificate(folder, "own"),
  };
  const started = spawn(process.execPath, [program, "serve"], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<number>((resolve, reject) => {
    let text = "";
    started.stdout.on("data", (part: Buffer) => {
      text += part;
      const found = /http:\/\/[^\s:]+:(\d+)/.exec(text)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    started.once("exit", () => reject(new Error(`The service did not start: ${text}`)));
  });
  const headers = { "api-key": apiKey };
  const login = await fetch(`http://127.0.0.1:${port}/authentication/login`, { headers });
  const { accessToken } = (await login.json()) as { readonly accessToken: string };
  return { process: started, port, token: accessToken };
}

/** Events that no upload finds. */
async function writeAuditLog(path: string): Promise<void> {
  const file = createWriteStream(path);
  for (let number = 1; number <= events; number += 1) {
    const sha256 = createHash("sha256").update(String(number)).digest("hex");
    const form = { requestId: `r${number}`, keyId: "k", formId: "W4101", formVersion: "2025.12.0" };
    const link = { writer: "bench", sequence: number, previous: "", hash: sha256 };
    const event = { time: "2026-01-05T10:00:00.000Z", ...form, language: "en", sha256, ...link };
    if (!file.write(`${JSON.stringify(event)}\n`)) await once(file, "drain");
  }
  file.end();
  await once(file, "close");
}

function attacksIn(folder: string): readonly { readonly name: string; readonly body: string }[] {
  const field = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n';
  return [
    { name: "a seal with 5 certificates of the attacker", body: form(strangersFile(folder)) },
    { name: "64,000 tiny parts", body: Buffer.from(field.repeat(64_000)).toString("base64") },
    { name: "small files that are looked up", body: form(Buffer.from("%PDF-1.7")) },
  ];
}

/** Signed and sealed with the same program, but with other certificates. */
function strangersFile(folder: string): Buffer {
  const [answers, pdf] = [join(folder, "answers.json"), join(folder, "stranger.pdf")];
  writeFileSync(answers, JSON.stringify(fillW4("SIGN")));
  const own = certificate(folder, "stranger");
  const others = Array.from({ length: 4 }, (_, number) => certificate(folder, `stranger${number}`));
  const chain = [own, ...others].map(({ SEAL_CERTIFICATE }) => readFileSync(SEAL_CERTIFICATE, "utf8"));
  writeFileSync(own.SEAL_CERTIFICATE, chain.join(""));
  const env = { ...process.env, ...own, DATA_DIR: mkdtempSync(join(folder, "stranger")) };
  execFileSync(process.execPath, [program, "fill", answers, "-o", pdf], { env, stdio: "ignore" });
  return readFileSync(pdf);
}

function certificate(folder: string, name: string) {
  const files = { SEAL_KEY: join(folder, `${name}.key`), SEAL_CERTIFICATE: join(folder, `${name}.pem`) };
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=Bench", "-newkey", "ec"],
      ...["-pkeyopt", "ec_paramgen_curve:P-521", "-keyout", files.SEAL_KEY, "-out", files.SEAL_CERTIFICATE],
    ],
    { stdio: "ignore" },
  );
  return files;
}

function form(file: Buffer): string {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
  return Buffer.concat([Buffer.from(head), file, Buffer.from("\r\n--x--\r\n")]).toString("base64");
}

/** Signatures in one round. */
async function sign({ port, token }: Service): Promise<number> {
  const load = child("./overload/load.js");
  const requests = [requestBytes("fillPdf SIGN", token).toString("latin1")];
  load.send({
    port,
    from: "127.0.0.1",
    requests,
    connections: 4,
    ratePerSecond: 0,
    seconds,
  } satisfies LoadOrder);
  return (((await next(load)) as LoadReport).byStatus[200] ?? 0) / seconds;
}

async function startAttack(order: AttackOrder): Promise<AttackReport> {
  const attack = child("./strangers/attack.js");
  attack.send(order);
  return (await next(attack)) as AttackReport;
}

function peakMemoryMb({ pid }: ChildProcess): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}
