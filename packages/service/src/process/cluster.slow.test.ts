import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { eventually } from "@withholding-forms/testing/eventually";
import { startCallers } from "@withholding-forms/testing/faults/callers";
import { countedTogether } from "@withholding-forms/testing/faults/processes";
import { callersOf, login, visit } from "@withholding-forms/testing/faults/questions";
import { newDataDir, startService } from "@withholding-forms/testing/faults/service";
import { tally } from "@withholding-forms/testing/faults/tally";
import { run, start } from "@withholding-forms/testing/service/command";
import { describe, expect, test } from "vitest";

function isAlive(pid: number): boolean {
  try {
    // A zombie process is still listed.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

describe("a running service", async () => {
  const env = { RATE_LIMIT: "1000000", LOGIN_RATE_LIMIT: "50", TRUST_PROXY: "1" };
  const service = await startService({ workers: 2, env });
  const token = await service.token();
  const metrics = async () => (await fetch(`${service.url}/metrics`)).text();

  test("reports once that it is ready, and its primary loads no content", () => {
    expect(service.workers()).toHaveLength(2);
    expect(service.output().stdout.match(/is ready/g)).toHaveLength(1);
    const loaded = readFileSync(`/proc/${service.pid}/maps`, "utf8");
    expect(loaded).not.toContain("catalog.bin");
    const [worker = 0] = service.workers();
    const resident = (pid: number) => Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
    expect(resident(service.pid)).toBeLessThan(resident(worker));
  });

  test("links to the port that all workers share", async () => {
    const answer = await fetch(`${service.url}/v1/fillPdf/AL101`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { blankFormImages } = (await answer.json()) as { blankFormImages: string[] };
    expect(blankFormImages[0]).toBe(`http://localhost:${service.port}/images/AL101/2025.4.0/1.png`);
  });

  test("returns metrics of all workers, whichever worker responds", async () => {
    const path = "/v1/formQuestionSet/W4101/QS1";
    const callers = callersOf([{ kind: "READ", path, headers: { authorization: `Bearer ${token}` } }], {
      port: service.port,
      callers: 20,
    });
    await callers.more(200);
    const served = (await callers.stop()).filter(({ status }) => status === 200).length;
    const route = '{method="GET",route="/v1/formQuestionSet/:formId/:questionSetId",status="200"}';
    // A worker that reports late is counted as it was.
    const isCounted = async () => {
      const text = await metrics();
      return text.includes(`http_requests_total${route} ${served}\n`) && text.includes("\nworkers 2\n");
    };
    await eventually(isCounted, { what: `${served} requests of two workers` });
  });

  test("counts a limit over all workers", async () => {
    let address = 0;
    const outcomes = await countedTogether([service], async () => {
      const from = `198.51.100.${++address}`;
      let asked = 0;
      const callers = startCallers({
        port: service.port,
        callers: 10,
        next: () => (asked++ < 100 ? login("guess", { "x-forwarded-for": from }) : undefined),
      });
      await callers.ended;
      return callers.outcomes;
    });
    const { answered, sent } = tally(outcomes);
    expect(answered).toEqual({ 401: 50, "429 RATE_LIMITED": sent - 50 });
  });

  test("replaces a worker that is killed, while the others continue, and counts it", async () => {
    const [killed = 0, other = 0] = service.workers();
    process.kill(killed, "SIGKILL");
    await eventually(() => service.workers().length === 2 && !service.workers().includes(killed), {
      what: "a new worker",
    });
    expect(service.workers()).toContain(other);
    const isCounted = async () => {
      const text = await metrics();
      return text.includes("\nworkers 2\n") && text.includes("\nworker_restarts_total 1\n");
    };
    await eventually(isCounted, { what: "two workers that answer, one of them restarted" });
    expect(service.output().stdout).toContain('"how":"signal SIGKILL"');
  });

  test("answers or closes every connection when a worker is killed", async () => {
    const ended = Array.from({ length: 100 }, (_, number) => {
      if (number === 50) process.kill(service.workers()[0] ?? 0, "SIGKILL");
      return new Promise<string>((resolve) => {
        const socket = connect(service.port, "127.0.0.1", () =>
          socket.write("GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"),
        );
        let text = "";
        socket.on("data", (part) => {
          text += part;
        });
        socket.on("error", () => {});
        socket.on("close", () => resolve(text));
      });
    });
    // Each is answered, or cut off by the death of its worker; none waits forever.
    const answers = await Promise.all(ended);
    expect(answers.filter((text) => text.startsWith("HTTP/1.1 200")).length).toBeGreaterThan(40);
  });

  test("ends its workers when the primary is killed", async () => {
    await eventually(() => service.workers().length === 2, { what: "two workers" });
    const workers = service.workers();
    await service.stop("SIGKILL");
    await eventually(() => !workers.some(isAlive), { what: "the workers to end" });
  });
});

test("on SIGTERM it is not ready, accepts requests for a while, and exits after all responses", async () => {
  const service = await startService({ workers: 2 });
  const token = await service.token();
  const questions = visit(token);
  let turn = 0;
  // Each reconnects when the service closes its connection.
  const callers = startCallers({
    port: service.port,
    callers: 20,
    next: (_, before) => (before?.closes === true ? undefined : questions[turn++ % questions.length]),
  });
  await callers.more(50);
  const ended = service.stop("SIGTERM");
  await eventually(async () => (await fetch(`${service.url}/readyz`)).status === 503, {
    what: "the service to say that it is not ready",
  });
  await callers.ended;
  // Every connection received `connection: close`, once.
  expect(callers.outcomes.filter(({ closes }) => closes)).toHaveLength(20);
  const { sent, answered, lost, refused } = tally(callers.outcomes);
  expect(answered).toEqual({ 200: sent });
  expect([lost, refused]).toEqual([0, 0]);
  expect(await ended).toBe(0);
});

test("a signal to the whole group, as from a terminal, drains immediately; a second one exits", async () => {
  const service = await startService({ workers: 2 });
  const workers = service.workers();
  // A connection without a request would delay a drain for a while.
  const silent = connect(service.port, "127.0.0.1");
  await once(silent, "connect");
  for (const pid of workers) process.kill(pid, "SIGINT");
  const ended = service.stop("SIGINT");
  service.child.kill("SIGINT");
  expect([0, 1]).toContain(await ended);
  await eventually(() => !workers.some(isAlive), { what: "the workers to end" });
  silent.destroy();
});

test("a signal during startup ends it, even while a worker waits for its store", async () => {
  const { child } = start(["serve", "--workers", "2"], "", {
    PORT: "0",
    LOG_LEVEL: "silent",
    DATABASE_URL: "postgresql://nobody@127.0.0.1:1/nowhere",
  });
  const children = `/proc/${child.pid}/task/${child.pid}/children`;
  await eventually(() => readFileSync(children, "utf8").trim() !== "", { what: "a worker process" });
  child.kill("SIGINT");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
});

function failing(env: Readonly<Record<string, string>>) {
  const settings = { HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "silent", ...env };
  return run(["serve", "--workers", "3"], "", settings);
}

test("if no worker can start, it exits with a one-line error", async () => {
  const file = join(newDataDir(), "file");
  writeFileSync(file, "");
  const { code, stderr } = await failing({ DATA_DIR: join(file, "data") });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^withholding-forms: DATA_DIR [^\n]+ cannot be used: [^\n]+\n$/);
});

test("content that is damaged in all workers is reported once", async () => {
  const dataDir = newDataDir();
  mkdirSync(join(dataDir, "official"));
  writeFileSync(join(dataDir, "official", "index.json"), "{");
  const { code, stderr } = await failing({ DATA_DIR: dataDir, ADDRESS_PROVIDER: "nobody" });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^withholding-forms: [^\n]+\n$/);
});

test("a port in use ends it with a one-line error", async () => {
  const first = await startService({ workers: 1 });
  const { code, stderr } = await failing({ DATA_DIR: newDataDir(), PORT: String(first.port) });
  expect(code).toBe(1);
  expect(stderr).toBe(`withholding-forms: PORT ${first.port} is already in use. Set PORT to a free one.\n`);
});
