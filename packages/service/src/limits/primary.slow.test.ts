import { once } from "node:events";
import { startNode } from "@withholding-forms/testing/programs";
import { afterAll, describe, expect, test } from "vitest";
import { createAsk } from "../process/ask.js";
import type { Taken } from "./counter.js";
import { withFallback } from "./fallback.js";
import { memoryCounter } from "./memory.js";
import { primaryCounter, type TakeQuestion } from "./primary.js";
import { counterSuite } from "./test/counter.suite.js";

// The build, in a separate process; here the child counts and the parent asks.
const built = (name: string): string =>
  JSON.stringify(new URL(`../../dist/limits/${name}.js`, import.meta.url));
const { child: counting } = startNode(
  [
    "--input-type=module",
    "--eval",
    `import { memoryCounter } from ${built("memory")};
     const counter = memoryCounter();
     process.on("message", async ({ id, question: { name, amount, limit, windowMs } }) =>
       process.send({ id, answer: await counter.take(name, amount, limit, windowMs) }));
     process.send("counting");`,
  ],
  { ipc: true },
);
await once(counting, "message");
afterAll(() => {
  counting.kill("SIGKILL");
});

const ask = createAsk<TakeQuestion>({
  send: (message) => counting.send(message, () => {}),
  onAnswer: (listener) =>
    counting.on("message", ({ id, answer }: { id: number; answer: unknown }) => listener(id, answer)),
});
const counter = (timeoutMs: number) =>
  primaryCounter(async (question) => (await ask(question, timeoutMs)) as Taken);

describe("in another process", () => counterSuite(async () => counter(60_000)));

test("one that hangs is not asked until it continues", async () => {
  const shared = counter(5000);
  const limits = withFallback(shared, memoryCounter());
  await limits.take("a", 1, 5, 60_000);
  counting.kill("SIGSTOP");
  expect(await limits.take("a", 1, 5, 60_000)).toMatchObject({ granted: 1, remaining: 4 });
  expect(limits.isUp()).toBe(false);
  expect(await limits.take("a", 1, 5, 60_000)).toMatchObject({ granted: 1, remaining: 3 });
  counting.kill("SIGCONT");
  await new Promise<void>((resolve) => {
    limits.onChange((up) => {
      if (up) resolve();
    });
  });
  expect(limits.isUp()).toBe(true);
});

test("after it died, this process counts", async () => {
  counting.kill("SIGKILL");
  await once(counting, "exit");
  const limits = withFallback(counter(100), memoryCounter());
  expect(await limits.take("b", 2, 5, 60_000)).toMatchObject({ granted: 2, remaining: 3 });
  limits.close();
});
