import { Worker } from "node:worker_threads";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { buildServer } from "../../server.js";

// The real renderer with its real thread. The test only counts the jobs and their results.

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Pages being rendered now, the max at the same time, and how often each was rendered. */
function watchRenders() {
  const seen = { running: 0, maxRunning: 0, total: 0 };
  const { postMessage, emit } = Worker.prototype;
  vi.spyOn(Worker.prototype, "postMessage").mockImplementation(function (this: Worker, ...message) {
    seen.total++;
    seen.running++;
    seen.maxRunning = Math.max(seen.maxRunning, seen.running);
    return postMessage.apply(this, message);
  });
  vi.spyOn(Worker.prototype, "emit").mockImplementation(function (this: Worker, name, ...args) {
    if (name === "message") seen.running--;
    return emit.call(this, name, ...args);
  });
  return seen;
}

/** Different pages, as the forms name them. */
async function somePages(server: Awaited<ReturnType<typeof startTestServer>>, ids: readonly string[]) {
  const pages = await Promise.all(
    ids.map(async (id) => {
      const information = await server.call({ url: `/v1/fillPdf/${id}` });
      return information.json<{ blankFormImages: string[] }>().blankFormImages;
    }),
  );
  return pages.flat().map((address) => new URL(address).pathname);
}

test("first requests for many pages are rendered one at a time, each page once, and all are answered", async () => {
  const server = await startTestServer();
  const pages = await somePages(server, ["AL101", "AL102", "AZ101", "NJ101"]);
  const seen = watchRenders();
  const burst = [...pages, ...pages, ...pages];
  const answers = await Promise.all(burst.map((url) => server.app.inject({ url })));
  expect(new Set(pages).size).toBeGreaterThanOrEqual(4);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(burst.map(() => 200));
  expect(seen).toEqual({ running: 0, maxRunning: 1, total: pages.length });
});

test("a caller who has waited 10 seconds is asked to retry, and the image is still rendered", async () => {
  const { maxImageWaitMs: _, ...options } = (await startTestServer()).options;
  const { app } = await buildServer(options);
  onTestFinished(() => app.close());
  const renders: (() => void)[] = [];
  const { postMessage } = Worker.prototype;
  vi.spyOn(Worker.prototype, "postMessage").mockImplementation(function (this: Worker, ...message) {
    renders.push(() => postMessage.apply(this, message));
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const url = "/images/AL101/2025.4.0/1.png";
  let isAnswered = false;
  const answer = app.inject({ url }).finally(() => {
    isAnswered = true;
  });
  while (renders.length === 0) await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(9999);
  expect(isAnswered).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  for (const render of renders) render();
  const late = await answer;
  expect([late.statusCode, late.headers["retry-after"]]).toEqual([503, "5"]);
  const again = await app.inject({ url });
  expect([again.statusCode, renders.length]).toEqual([200, 1]);
});
