import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, describe, expect, test } from "vitest";
import { withFallback } from "./fallback.js";
import { memoryCounter } from "./memory.js";
import { primaryCounter, type TakenMessage } from "./primary.js";
import { counterSuite } from "./test/counter.suite.js";

// The build, in a process of its own; here the child counts and the parent asks.
const built = (name: string): string =>
  JSON.stringify(new URL(`../../dist/limits/${name}.js`, import.meta.url));
const counting = spawn(
  process.execPath,
  [
    "--input-type=module",
    "--eval",
    `import { memoryCounter } from ${built("memory")};
     import { answerTake } from ${built("primary")};
     const counter = memoryCounter();
     process.on("message", (message) => process.send(answerTake(counter, message)));
     process.send("counting");`,
  ],
  { stdio: ["ignore", "inherit", "inherit", "ipc"] },
);
await once(counting, "message");
afterAll(() => {
  counting.kill("SIGKILL");
});

const counter = () =>
  primaryCounter({
    send: (message) => counting.send(message, () => {}),
    on: (listener) => counting.on("message", (message) => listener(message as TakenMessage)),
  });

describe("in another process", () => counterSuite(async () => counter()));

test("one that hangs and then continues is left alone in the meantime", async () => {
  const shared = counter();
  const limits = withFallback(shared, memoryCounter());
  await limits.take("a", 1, 5, 60_000);
  counting.kill("SIGSTOP");
  expect(await limits.take("a", 1, 5, 60_000)).toMatchObject({ granted: 1, remaining: 4 });
  expect(limits.isUp()).toBe(false);
  expect(limits.takeNow("a", 1, 5, 60_000)).toMatchObject({ granted: 1, remaining: 3 });
  counting.kill("SIGCONT");
  await new Promise<void>((resolve) => {
    limits.onChange((up) => {
      if (up) resolve();
    });
  });
  expect(limits.isUp()).toBe(true);
});

test("one that died leaves counting to this process", async () => {
  counting.kill("SIGKILL");
  await once(counting, "exit");
  const limits = withFallback(counter(), memoryCounter());
  expect(await limits.take("b", 2, 5, 60_000)).toMatchObject({ granted: 2, remaining: 3 });
  limits.close();
});
