import { connect } from "node:net";
import { eventually } from "@withholding-forms/testing/eventually";
import { load, startLoad } from "@withholding-forms/testing/faults/load";
import { metric } from "@withholding-forms/testing/faults/metric";
import { patience } from "@withholding-forms/testing/faults/processes";
import { addressRequests, fillRequests } from "@withholding-forms/testing/faults/requests";
import { type RunningService, startService } from "@withholding-forms/testing/faults/service";
import { run } from "@withholding-forms/testing/service/command";
import { expect, test } from "vitest";

// Properties that are true on any machine, however busy. `npm run bench -- overload` measures speed.

/** Bytes of memory for one worker, in docs/operating.md. */
const recommendedLimit = 768 * 1024 * 1024;
const forever = Number.POSITIVE_INFINITY;
const nowhere = [{ path: "/nowhere" }];
const expensive = (token: string) => [...addressRequests(token), ...fillRequests(token, ["PREVIEW"])];

/** The overload has ended completely, and every caller is served. */
async function isCalm(service: RunningService, token: string): Promise<void> {
  await eventually(async () => (await metric(service, "http_requests_in_flight")) <= 1, {
    what: "a calm service",
  });
  const requests = expensive(token);
  // A machine that stops the service for a while can make even these few wait.
  await eventually(
    async () => {
      const after = await load({ port: service.port, requests, connections: 4, ratePerSecond: 40 }, 2);
      expect(after.byStatus).toEqual({ 200: after.sent });
      return true;
    },
    { what: "a service that rejects no request" },
  );
}

test(
  "under overload, each request is served or rejected once, in bounded memory",
  async () => {
    const service = await startService();
    const token = await service.token();
    const requests = expensive(token);
    const crowd = await startLoad({ port: service.port, requests, connections: 600, ratePerSecond: forever });
    await eventually(async () => (await metric(service, "http_requests_shed_total")) > 1000, {
      what: "1,000 refusals",
    });
    const memoryUnderLoad = service.memory();
    const over = await crowd.stop();

    const { 200: accepted = 0, 503: refused = 0, ...others } = over.byStatus;
    expect(others).toEqual({});
    expect([over.lost, over.withoutRetryAfter]).toEqual([0, 0]);
    expect(accepted + refused).toBe(over.sent);
    expect(accepted).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
    expect(memoryUnderLoad).toBeLessThan(recommendedLimit);
    expect(service.output().stdout).toContain("requests rejected in the last second");
    await isCalm(service, token);
    expect(await service.stop("SIGINT")).toBe(0);
  },
  patience,
);

test.each([
  ["a path that does not exist", "/nowhere"],
  ["/healthz", "/healthz"],
  ["/metrics", "/metrics"],
])(
  "a caller with a token is served while 100 connections without one ask for %s",
  async (_, path) => {
    const service = await startService();
    const token = await service.token();
    const requests = fillRequests(token, ["PREVIEW"]);
    // Known from its first request on.
    await load({ port: service.port, requests, connections: 2, ratePerSecond: 20 }, 1);
    const crowd = await startLoad({
      port: service.port,
      requests: [{ path }],
      connections: 100,
      ratePerSecond: forever,
    });
    const victimLoad = await load({ port: service.port, requests, connections: 10, ratePerSecond: 20 }, 5);
    await crowd.stop();
    // A machine that stops for a while may cost some requests. Without a preference for known tokens, 99 % are rejected.
    const { 200: served = 0, 503: refused = 0 } = victimLoad.byStatus;
    expect(served + refused).toBe(victimLoad.sent);
    expect(served).toBeGreaterThan(0.5 * victimLoad.sent);
    expect(await service.stop("SIGINT")).toBe(0);
  },
  patience,
);

test.each([1, 2])(
  "a caller with a token is served while another key floods, on %d workers",
  async (workers) => {
    const service = await startService({ workers, env: { LOG_LEVEL: "warn" } });
    const [flooder, victim] = [await service.token(), await tokenOfAnotherKey(service)];
    const crowd = await startLoad({
      port: service.port,
      requests: expensive(flooder),
      connections: 400,
      ratePerSecond: forever,
    });
    await eventually(async () => (await metric(service, "http_requests_shed_total")) > 0, {
      what: "a refusal",
    });
    const requests = fillRequests(victim, ["PREVIEW"]);
    const victimLoad = await load({ port: service.port, requests, connections: 10, ratePerSecond: 20 }, 5);
    const over = await crowd.stop();
    // Its first requests may still count as those of an unknown client.
    const { 200: served = 0, 503: refused = 0 } = victimLoad.byStatus;
    expect(served + refused).toBe(victimLoad.sent);
    expect(served).toBeGreaterThan(0.5 * victimLoad.sent);
    expect(over.byStatus[200]).toBeGreaterThan(0);
    expect(await service.stop("SIGINT")).toBe(0);
  },
  patience,
);

test(
  "a crowd and malformed packets do not end the process",
  async () => {
    const service = await startService();
    const token = await service.token();
    const crowd = await startLoad({
      port: service.port,
      requests: nowhere,
      connections: 120,
      ratePerSecond: forever,
    });
    const chunked =
      "POST /v1/fillPdf HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";
    const empty = "POST /v1/fillPdf HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n";
    const get = "GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n";
    const long = `GET /nowhere HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(14_000)}\r\n\r\n`;
    const packets = [
      empty + get.repeat(5),
      chunked + get.repeat(5),
      get + chunked + get.repeat(20),
      chunked.repeat(10),
      chunked + long.repeat(12),
      `${get.repeat(10)}no HTTP at all\r\n\r\n`,
      `${chunked.slice(0, -5)}${get.repeat(3)}`,
      get.repeat(99),
    ];
    for (let round = 0; round < 60; round++) {
      const ended = Array.from({ length: 20 }, (_, number) =>
        send(service.port, packets[(round + number) % packets.length] ?? ""),
      );
      for (const statuses of await Promise.all(ended))
        for (const status of statuses) expect(["400", "401", "404", "503"]).toContain(status);
    }
    const { lost } = await crowd.stop();
    expect(lost).toBe(0);
    expect(service.child.exitCode).toBeNull();
    await isCalm(service, token);
    expect(await service.stop("SIGINT")).toBe(0);
  },
  patience,
);

async function tokenOfAnotherKey({ url, dataDir }: RunningService): Promise<string> {
  const { stdout } = await run(["keys", "create", "another"], "", { DATA_DIR: dataDir });
  const answer = await fetch(`${url}/authentication/login`, { headers: { "api-key": stdout.trim() } });
  return ((await answer.json()) as { readonly accessToken: string }).accessToken;
}

/** Sends bytes in one piece, and nothing after; returns the statuses of the responses. */
function send(port: number, bytes: string): Promise<string[]> {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.end(bytes));
    socket.on("data", (part) => {
      text += part.toString("latin1");
    });
    socket.on("error", () => {});
    socket.on("close", () =>
      resolve([...text.matchAll(/HTTP\/1\.1 ([0-9]{3}) /g)].map(([, status]) => status ?? "")),
    );
  });
}
