import { hash } from "node:crypto";
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@withholding-forms/testing/eventually";
import Database from "libsql";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { fileAuditLog } from "./audit-file.js";
import { type AuditIndex, auditIndex } from "./audit-index.js";
import { event } from "./test/event.js";

const folder = () => mkdtempSync(join(tmpdir(), "withholding-forms-index-"));
const digest = (name: string) => hash("sha256", name);
const logOf = (dir: string) => join(dir, "audit.jsonl");

function openIndex(dir: string): AuditIndex {
  const index = auditIndex(dir, fileAuditLog(dir));
  onTestFinished(index.close);
  return index;
}

/** Lines of events whose digest is that of their request. */
function linesOf(...names: readonly string[]): string {
  return names.map((name) => `${JSON.stringify(event(name, { sha256: digest(name) }))}\n`).join("");
}

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

async function found(index: AuditIndex, name: string): Promise<string[]> {
  return (await index.eventsOf(digest(name))).map(({ requestId }) => requestId);
}

/** Counts the bytes that are read from audit files; `atRead` is called before each read. */
async function countBytes(dir: string, atRead: (reads: number) => void = () => {}): Promise<() => number> {
  const handle = await open(dir);
  const prototype = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const { read } = prototype;
  let bytes = 0;
  let reads = 0;
  const spy = vi.spyOn(prototype, "read").mockImplementation(async function (this: typeof handle, ...args) {
    atRead(++reads);
    const result = await read.apply(this, args);
    bytes += result.bytesRead;
    return result;
  });
  onTestFinished(() => spy.mockRestore());
  return () => {
    const counted = bytes;
    bytes = 0;
    return counted;
  };
}

/** Rows of the index, read on a separate connection. */
function rowsIn(dir: string, table: "file" | "entry"): number {
  const database = new Database(join(dir, "audit-index", "index.db"));
  const row = database.prepare(`SELECT count(*) AS rows FROM ${table}`).get() as { readonly rows: number };
  database.close();
  return row.rows;
}

test("a second look-up reads only what was appended", async () => {
  const dir = folder();
  writeFileSync(logOf(dir), linesOf(...numbered("a", 5000)));
  const { size } = statSync(logOf(dir));
  const index = openIndex(dir);
  const bytes = await countBytes(dir);
  expect(await found(index, "a17")).toEqual(["a17"]);
  expect(bytes()).toBeGreaterThan(size);
  expect(await found(index, "none")).toEqual([]);
  expect(bytes()).toBe(0);
  const added = linesOf("b1");
  appendFileSync(logOf(dir), added);
  expect(await found(index, "none")).toEqual([]);
  // The last bytes that are indexed show that it is the same file.
  expect(bytes()).toBe(128 + added.length);
  expect(await found(index, "a4999")).toEqual(["a4999"]);
  expect(await found(index, "b1")).toEqual(["b1"]);
  expect(bytes()).toBeLessThanOrEqual(2 * 16 * 1024);
  // So does another process.
  const other = openIndex(dir);
  expect(await found(other, "none")).toEqual([]);
  expect(bytes()).toBe(0);
});

test("an event is found by its claim and its instant", async () => {
  const dir = folder();
  const log = fileAuditLog(dir);
  const [first, second] = ["2026-11-16T18:30:00.000Z", "2026-11-18T18:30:00.000Z"];
  const id = digest("claim");
  await log.record(event("r1", { idempotencyKey: id, requestDigest: "d", time: first }));
  await log.record(event("r2", { idempotencyKey: id, requestDigest: "d", time: second }));
  await log.close();
  const index = openIndex(dir);
  expect(await index.eventOfClaim({ id, time: Date.parse(second) })).toMatchObject({ requestId: "r2" });
  expect(await index.eventOfClaim({ id, time: 1 })).toBeUndefined();
});

describe("files that change", () => {
  test("a file that was moved away is not read again", async () => {
    const dir = folder();
    writeFileSync(logOf(dir), linesOf(...numbered("a", 1000)));
    const index = openIndex(dir);
    expect(await found(index, "a1")).toEqual(["a1"]);
    const bytes = await countBytes(dir);
    renameSync(logOf(dir), join(dir, "audit.jsonl.1"));
    writeFileSync(logOf(dir), linesOf("b1"));
    expect(await found(index, "none")).toEqual([]);
    expect(bytes()).toBe(linesOf("b1").length);
    expect(await found(index, "a999")).toEqual(["a999"]);
    expect(await found(index, "b1")).toEqual(["b1"]);
  });

  test("a file that is moved away during a look-up is not missed", async () => {
    const dir = folder();
    writeFileSync(logOf(dir), linesOf("a1", "a2"));
    const index = openIndex(dir);
    await countBytes(dir, (reads) => {
      if (reads === 1) renameSync(logOf(dir), join(dir, "audit.1.jsonl"));
    });
    expect(await found(index, "a2")).toEqual(["a2"]);
  });

  test("a file that was truncated and filled again is indexed from its start", async () => {
    const dir = folder();
    writeFileSync(logOf(dir), linesOf("a1", "a2", "a3"));
    const index = openIndex(dir);
    expect(await found(index, "a3")).toEqual(["a3"]);
    truncateSync(logOf(dir));
    expect(await found(index, "a3")).toEqual([]);
    appendFileSync(logOf(dir), linesOf("b1"));
    expect(await found(index, "b1")).toEqual(["b1"]);
    // Longer than before, so only its content shows that it is another one.
    truncateSync(logOf(dir));
    appendFileSync(logOf(dir), linesOf(...numbered("c", 10)));
    expect(await found(index, "b1")).toEqual([]);
    expect(await found(index, "c0")).toEqual(["c0"]);
    expect([rowsIn(dir, "file"), rowsIn(dir, "entry")]).toEqual([1, 10]);
  });

  test("the entries of a deleted file are deleted", async () => {
    const dir = folder();
    writeFileSync(join(dir, "audit.1.jsonl"), linesOf(...numbered("old", 20_000)));
    writeFileSync(logOf(dir), linesOf("a1"));
    const index = openIndex(dir);
    expect(await found(index, "old19999")).toEqual(["old19999"]);
    rmSync(join(dir, "audit.1.jsonl"));
    expect(await found(index, "old19999")).toEqual([]);
    expect(await found(index, "a1")).toEqual(["a1"]);
    expect([rowsIn(dir, "file"), rowsIn(dir, "entry")]).toEqual([1, 1]);
  });

  test("an incomplete line hides no event, and is indexed once it is complete", async () => {
    const dir = folder();
    const [line] = linesOf("torn").split("\n");
    writeFileSync(logOf(dir), `${linesOf("a1")}${line?.slice(0, -5)}`);
    const index = openIndex(dir);
    expect(await found(index, "torn")).toEqual([]);
    expect(await found(index, "a1")).toEqual(["a1"]);
    appendFileSync(logOf(dir), line?.slice(-5) ?? "");
    // Whole, although its line has no end.
    expect(await found(index, "torn")).toEqual(["torn"]);
    appendFileSync(logOf(dir), `\n{"time":"2026-11-16T18:30${linesOf("glued")}`);
    expect(await found(index, "torn")).toEqual(["torn"]);
    expect(await found(index, "glued")).toEqual(["glued"]);
  });

  test("a line without an end does not stop the index", async () => {
    const dir = folder();
    writeFileSync(logOf(dir), `${linesOf("a1")}${"x".repeat(600_000)}\n${linesOf("a2")}`);
    const index = openIndex(dir);
    expect(await found(index, "a1")).toEqual(["a1"]);
    expect(await found(index, "a2")).toEqual(["a2"]);
  });
});

test("several processes build one index together", async () => {
  const dir = folder();
  writeFileSync(logOf(dir), linesOf(...numbered("a", 8000)));
  const all = [openIndex(dir), openIndex(dir), openIndex(dir)];
  expect(await Promise.all(all.map((index) => found(index, "a7999")))).toEqual([
    ["a7999"],
    ["a7999"],
    ["a7999"],
  ]);
  expect([rowsIn(dir, "file"), rowsIn(dir, "entry")]).toEqual([1, 8000]);
  appendFileSync(logOf(dir), linesOf("b1"));
  for (const index of all) expect(await found(index, "b1")).toEqual(["b1"]);
});

test("an interrupted lookup leaves its progress to the next one", async () => {
  const dir = folder();
  writeFileSync(logOf(dir), linesOf(...numbered("a", 5000)));
  const { size } = statSync(logOf(dir));
  const index = openIndex(dir);
  let closed: Promise<void> | undefined;
  const bytes = await countBytes(dir, (reads) => {
    if (reads === 3) closed = index.close();
  });
  await expect(found(index, "a1")).rejects.toThrow("The store is closed.");
  await closed;
  const read = bytes();
  expect(read).toBe(3 * 256 * 1024);
  expect(await found(openIndex(dir), "none")).toEqual([]);
  // The third part was read twice: it was not indexed yet.
  expect(bytes()).toBeLessThan(size - 2 * 256 * 1024 + 2048);
});

test("the index is prepared in the background", async () => {
  const dir = folder();
  writeFileSync(logOf(dir), linesOf(...numbered("a", 1000)));
  const index = openIndex(dir);
  const bytes = await countBytes(dir);
  index.prepareLookups();
  await eventually(() => rowsIn(dir, "entry") === 1000, { what: "the index to be built" });
  await found(index, "none");
  expect(bytes()).toBe(statSync(logOf(dir)).size);
});

describe("an index that was changed", () => {
  async function indexed(): Promise<string> {
    const dir = folder();
    writeFileSync(logOf(dir), linesOf(...numbered("a", 3000)));
    const index = auditIndex(dir, fileAuditLog(dir));
    expect(await found(index, "a1")).toEqual(["a1"]);
    await index.close();
    return dir;
  }
  const databaseIn = (dir: string) => join(dir, "audit-index", "index.db");

  test.each<[string, (dir: string) => void]>([
    ["deleted", (dir) => rmSync(join(dir, "audit-index"), { recursive: true })],
    ["overwritten", (dir) => writeFileSync(databaseIn(dir), "this is not a database\n".repeat(1000))],
    [
      "damaged in the middle",
      (dir) => {
        const bytes = readFileSync(databaseIn(dir));
        writeFileSync(databaseIn(dir), bytes.fill(0xff, 4096));
      },
    ],
  ])("is built again after it was %s", async (_, damage) => {
    const dir = await indexed();
    damage(dir);
    expect(await found(openIndex(dir), "a2999")).toEqual(["a2999"]);
    expect(rowsIn(dir, "entry")).toBe(3000);
    expect(readdirSync(dir).sort()).toEqual(["audit-index", "audit.jsonl"]);
  });

  test("is built again after it was deleted while it was open", async () => {
    const dir = await indexed();
    const index = openIndex(dir);
    expect(await found(index, "a1")).toEqual(["a1"]);
    rmSync(join(dir, "audit-index"), { recursive: true });
    appendFileSync(logOf(dir), linesOf("b1"));
    expect(await found(index, "b1")).toEqual(["b1"]);
    expect(rowsIn(dir, "entry")).toBe(3001);
  });

  test("cannot fabricate an event", async () => {
    const dir = await indexed();
    const database = new Database(databaseIn(dir));
    const [wanted, other] = [digest("forged").slice(0, 16), digest("a5").slice(0, 16)];
    database.exec(`UPDATE entry SET key = '${wanted}' WHERE key = '${other}'`);
    database.exec(`INSERT INTO entry SELECT file, 0, '${wanted}', 7 FROM entry LIMIT 1`);
    database.close();
    expect(await found(openIndex(dir), "forged")).toEqual([]);
  });

  test("fails look-ups only, not signatures", async () => {
    const dir = folder();
    const log = fileAuditLog(dir);
    onTestFinished(log.close);
    writeFileSync(join(dir, "audit-index"), "");
    const index = openIndex(dir);
    const id = digest("claim");
    await log.record(event("r1", { idempotencyKey: id, requestDigest: "d" }));
    await expect(index.eventsOf("00")).rejects.toThrow();
    const time = Date.parse("2026-11-16T18:30:00.000Z");
    expect(await index.eventOfClaim({ id, time })).toMatchObject({ requestId: "r1" });
  });
});
