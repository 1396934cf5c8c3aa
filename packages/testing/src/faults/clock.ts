import { existsSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newDataDir } from "./service.js";

/** A clock that can be set while processes run. Only the time of day: durations are real. */
export interface FakeClock {
  /** Environment for the processes that use it. */
  readonly env: Readonly<Record<string, string>>;
  /** Sets the time, from which the clock continues. */
  set(time: string): void;
}

/** Uses libfaketime, which replaces the C library's clock. */
export function fakeClock(start: string): FakeClock {
  const file = join(newDataDir(), "offset");
  const set = (time: string): void => {
    const offset = (Date.parse(time) - Date.now()) / 1000;
    // Atomic, because other processes read it at any time.
    writeFileSync(`${file}.new`, `${offset < 0 ? "" : "+"}${offset.toFixed(3)}\n`);
    renameSync(`${file}.new`, file);
  };
  set(start);
  return {
    env: {
      LD_PRELOAD: libraryPath(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      NO_FAKE_STAT: "1",
      TZ: "UTC",
    },
    set,
  };
}

/** Debian keeps it in a folder of the machine's architecture. */
function libraryPath(): string {
  const places = readdirSync("/usr/lib").map((folder) =>
    join("/usr/lib", folder, "faketime/libfaketime.so.1"),
  );
  const found = places.find((path) => existsSync(path));
  if (found === undefined)
    throw new Error("The test needs libfaketime; node scripts/test-tools.mjs says how to get it.");
  return found;
}
