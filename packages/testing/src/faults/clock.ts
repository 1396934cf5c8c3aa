import { existsSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newDataDir } from "./service.js";

/** A clock that can be set while processes run. Only the time of day: how long something takes stays true. */
export interface FakeClock {
  /** For the processes that are to go by it. */
  readonly env: Readonly<Record<string, string>>;
  /** From this instant it runs on. */
  set(time: string): void;
}

/** With libfaketime, which takes the place of what the C library says. */
export function fakeClock(start: string): FakeClock {
  const file = join(newDataDir(), "offset");
  const set = (time: string): void => {
    const offset = (Date.parse(time) - Date.now()) / 1000;
    // In one piece: it is read by others at any time.
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
