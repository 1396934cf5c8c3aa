import { closeSync, copyFileSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { auditedIn } from "@withholding-forms/testing/faults/audit";
import { patience } from "@withholding-forms/testing/faults/processes";
import { callersOf, signing, tokenOf, visit } from "@withholding-forms/testing/faults/questions";
import { newDataDir, startService } from "@withholding-forms/testing/faults/service";
import { signatures, tally } from "@withholding-forms/testing/faults/tally";
import { expect, test } from "vitest";

// A disk of one megabyte, seen by the service only. A user who is not root can be root in their own namespace.
const tinyDisk = [
  ...["unshare", ...(process.getuid?.() === 0 ? [] : ["--map-root-user"]), "--mount", "sh", "-c"],
  'mount -t tmpfs -o size=1m none "$DATA_DIR" && exec "$@"',
  "sh",
];

test(
  "with a full disk, signatures are rejected instead of going unrecorded, and work again when there is space",
  async () => {
    const service = await startService({ workers: 2, within: tinyDisk });
    // The same disk as others see it.
    const disk = join(`/proc/${service.pid}/root`, service.dataDir);
    const filler = join(disk, "filler");
    const token = await tokenOf(service);
    const callers = callersOf([...visit(token), ...signing(token)], { port: service.port, callers: 8 });
    const signed = (status: number) => (one: { kind: string; status: number | undefined }) =>
      one.kind === "SIGN" && one.status === status;
    await callers.more(50, signed(200));

    for (let round = 1; round <= 3; round++) {
      fill(filler);
      const from = callers.outcomes.length;
      // Events fill the last page, until one does not fit anymore.
      await callers.more(40, signed(503));
      await callers.more(40, ({ kind, status }) => kind === "PREVIEW" && status === 200);
      const meanwhile = callers.outcomes.slice(from).filter(({ kind }) => kind !== "SIGN");
      expect(Object.keys(tally(meanwhile).answered)).toEqual(["200"]);
      rmSync(filler);
      await callers.more(40, signed(200));
    }
    const outcomes = await callers.stop();
    const { answered, lost, refused } = tally(outcomes);
    expect(Object.keys(answered).sort()).toEqual(["200", "503 AUDIT_UNAVAILABLE"]);
    expect([lost, refused]).toEqual([0, 0]);
    expect(outcomes.filter(({ code }) => code === "AUDIT_UNAVAILABLE").map(({ kind }) => kind)).not.toContain(
      "PREVIEW",
    );

    const copy = newDataDir();
    copyFileSync(join(disk, "audit.jsonl"), join(copy, "audit.jsonl"));
    const audited = new Set(await auditedIn(copy));
    expect(signatures(outcomes).filter((signature) => !audited.has(signature))).toEqual([]);
    // Read line by line, as other programs do: an incomplete line is on its own line.
    const lines = readFileSync(join(copy, "audit.jsonl"), "utf8").split("\n");
    const whole = lines.filter((line) => isEvent(line)).length;
    expect(whole).toBe(audited.size);
    expect(await service.stop()).toBe(0);
  },
  patience,
);

/** Fills the disk. */
function fill(path: string): void {
  const file = openSync(path, "a");
  try {
    for (const size of [65_536, 4096, 512])
      try {
        for (;;) if (writeSync(file, Buffer.alloc(size)) < size) break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
  } finally {
    closeSync(file);
  }
}

function isEvent(line: string): boolean {
  try {
    return "sha256" in (JSON.parse(line) as object);
  } catch {
    return false;
  }
}
