import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { AuditEvent } from "./audit-event.js";
import { type FileAuditLog, fileAuditLog } from "./audit-file.js";
import { auditIndex } from "./audit-index.js";
import { event } from "./test/event.js";
import { verifyAudit } from "./verify-audit.js";

const folder = () => mkdtempSync(join(tmpdir(), "withholding-forms-audit-"));

function openLog(dir: string): FileAuditLog {
  const log = fileAuditLog(dir);
  onTestFinished(log.close);
  return log;
}

/** The events of a file, without their places in a chain. */
const lines = (path: string): AuditEvent[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map(plain);

function plain(line: string): AuditEvent {
  const { writer, sequence, previous, hash, ...event } = JSON.parse(line);
  expect([writer, sequence, previous, hash]).not.toContain(undefined);
  return event;
}

test("each event becomes exactly one line, even with many at the same time", async () => {
  const dir = folder();
  const log = openLog(dir);
  await log.record(event("first"));
  const ids = Array.from({ length: 500 }, (_, index) => `r${index}`);
  await Promise.all(ids.map((id) => log.record(event(id))));
  expect(lines(join(dir, "audit.jsonl")).map(({ requestId }) => requestId)).toEqual(["first", ...ids]);
  expect(lines(join(dir, "audit.jsonl"))[0]).toEqual(event("first"));
  expect(statSync(join(dir, "audit.jsonl")).mode & 0o077).toBe(0);
});

test("a line has every member of its event, the time first", async () => {
  const dir = folder();
  const all: Required<AuditEvent> = {
    ...event('r "1"\\'),
    keyId: "clé\n",
    idempotencyKey: "a".repeat(64),
    requestDigest: "s1.b",
    employeeReference: "emp-00417",
  };
  const log = openLog(dir);
  await log.record(all);
  await log.record({ ...event("r2"), requestDigest: "s1.b" });
  const path = join(dir, "audit.jsonl");
  expect(lines(path)).toEqual([all, { ...event("r2"), requestDigest: "s1.b" }]);
  for (const line of readFileSync(path, "utf8").trimEnd().split("\n"))
    expect(Object.keys(JSON.parse(line))[0]).toBe("time");
  expect((await verifyAudit(log.stored)).findings).toEqual([]);
});

test("a file moved away by log rotation is followed by a new one", async () => {
  const dir = folder();
  const log = openLog(dir);
  await log.record(event("old"));
  renameSync(join(dir, "audit.jsonl"), join(dir, "audit.1.jsonl"));
  await log.record(event("new"));
  expect(lines(join(dir, "audit.jsonl"))).toEqual([event("new")]);
  expect(await requestIds(log.events({}))).toEqual(["old", "new"]);
  renameSync(join(dir, "audit.jsonl"), join(dir, "audit.jsonl.1"));
  expect(await requestIds(log.events({}))).toEqual(["old", "new"]);
});

test("an incomplete line of another process does not damage the next one", async () => {
  const dir = folder();
  const log = openLog(dir);
  await log.record(event("before"));
  appendFileSync(join(dir, "audit.jsonl"), '{"time":"2026-11-16T18:30');
  await log.record(event("after"));
  const path = join(dir, "audit.jsonl");
  expect(plain(readFileSync(path, "utf8").split("\n").at(-2) ?? "")).toEqual(event("after"));
  expect(await requestIds(log.events({}))).toEqual(["before", "after"]);
  // Torn between our look at the end of the file and our write: no newline is between them.
  appendFileSync(path, `{"time":"2026-11-16T18:30${JSON.stringify(event("glued"))}\n{"time":1\nnot JSON\n`);
  expect(await requestIds(log.events({}))).toEqual(["before", "after", "glued"]);
});

test.each([
  ["a carriage return in front of it", (line: string) => `\r${line}`, 1],
  ["a carriage return inside", (line: string) => line.replace(",", ",\r"), 0],
  ["an escaped name", (line: string) => line.replace('"sha256"', '"\\u0073ha256"'), 0],
  ["spaces", (line: string) => line.replace(",", ", "), 0],
  ["a name twice", (line: string) => line.replace(',"', ',"sha256":"11","'), 0],
  ["another text behind it", (line: string) => `${line}${" ".repeat(20_000)}x`, 0],
])("the log and its index read a line with %s alike", async (_, edit, seen) => {
  const dir = folder();
  const log = openLog(dir);
  await log.record(event("before"));
  await log.record(event("edited", { sha256: "ab".repeat(32) }));
  await log.record(event("after"));
  const path = join(dir, "audit.jsonl");
  const [before, line, after] = readFileSync(path, "utf8").trimEnd().split("\n") as [string, string, string];
  writeFileSync(path, `${before}\n${edit(line)}\n${after}\n`);
  const index = auditIndex(dir, log);
  onTestFinished(index.close);
  expect(await index.eventsOf("ab".repeat(32))).toHaveLength(seen);
  const { findings } = await verifyAudit(log.stored);
  expect(findings.map(({ kind }) => kind)).toEqual(seen === 1 ? [] : ["MISSING"]);
});

test("an event that cannot be written is rejected, and writing continues once it can", async () => {
  const dir = folder();
  const log = openLog(dir);
  mkdirSync(join(dir, "audit.jsonl"));
  await expect(log.record(event("lost"))).rejects.toThrow();
  rmdirSync(join(dir, "audit.jsonl"));
  await log.record(event("kept"));
  expect(lines(join(dir, "audit.jsonl"))).toEqual([event("kept")]);
});

test("a file that is emptied or deleted is continued or created again", async () => {
  const dir = folder();
  const path = join(dir, "audit.jsonl");
  const log = openLog(dir);
  await log.record(event("copied away"));
  truncateSync(path);
  await log.record(event("after it was emptied"));
  expect(lines(path)).toEqual([event("after it was emptied")]);
  rmSync(path);
  await log.record(event("after it was deleted"));
  expect(lines(path)).toEqual([event("after it was deleted")]);
  // Another file in its place, which ends in the middle of a line.
  renameSync(path, join(dir, "audit.1.jsonl"));
  appendFileSync(path, "torn");
  await log.record(event("after it was replaced"));
  const replaced = readFileSync(path, "utf8").split("\n");
  expect([replaced[0], plain(replaced[1] ?? ""), replaced[2]]).toEqual([
    "torn",
    event("after it was replaced"),
    "",
  ]);
  // And one that is as long as ours was.
  const torn = "x".repeat(statSync(path).size);
  renameSync(path, join(dir, "audit.2.jsonl"));
  appendFileSync(path, torn);
  await log.record(event("after it was replaced again"));
  const again = readFileSync(path, "utf8").split("\n");
  expect([again[0], plain(again[1] ?? ""), again[2]]).toEqual([
    torn,
    event("after it was replaced again"),
    "",
  ]);
});

test("anything but a regular file is rejected at startup, and not written to later", async () => {
  const dir = folder();
  const path = join(dir, "audit.jsonl");
  const refusal = /^audit\.jsonl is not a regular file, so no audit event would be kept\.$/;
  symlinkSync("/dev/null", path);
  expect(() => fileAuditLog(dir)).toThrow(refusal);
  rmSync(path);
  execFileSync("mkfifo", [path]);
  expect(() => fileAuditLog(dir)).toThrow(refusal);
  rmSync(path);
  const log = openLog(dir);
  await log.record(event("kept"));
  rmSync(path);
  symlinkSync("/dev/null", path);
  await expect(log.record(event("lost"))).rejects.toThrow(refusal);
  rmSync(path);
  // A link to a file on another disk is fine.
  appendFileSync(join(dir, "elsewhere"), "");
  symlinkSync(join(dir, "elsewhere"), path);
  await log.record(event("linked"));
  expect(lines(join(dir, "elsewhere"))).toEqual([event("linked")]);
});

test("after a failed write a new chain starts, and no event seems to be missing", async () => {
  const dir = folder();
  const log = openLog(dir);
  await log.record(event("before"));
  renameSync(join(dir, "audit.jsonl"), join(dir, "audit.1.jsonl"));
  mkdirSync(join(dir, "audit.jsonl"));
  await expect(log.record(event("lost"))).rejects.toThrow();
  rmdirSync(join(dir, "audit.jsonl"));
  await log.record(event("after"));
  const report = await verifyAudit(() => log.stored());
  expect(report).toEqual({ events: 2, writers: 2, findings: [] });
});

test("several logs write to one file in turn, and a closed one opens it again", async () => {
  const dir = folder();
  const [one, other] = [openLog(dir), openLog(dir)];
  const ids: string[] = [];
  for (let round = 0; round < 10; round += 1) {
    for (const log of [one, other, other]) {
      ids.push(`r${ids.length}`);
      await log.record(event(ids.at(-1) as string));
    }
    await one.close();
  }
  expect(lines(join(dir, "audit.jsonl"))).toEqual(ids.map((id) => event(id)));
  expect((await verifyAudit(() => one.stored())).findings).toEqual([]);
});

test("closing waits for events that are being written, whatever has been done for them", async () => {
  const dir = folder();
  const log = openLog(dir);
  const ids: string[] = [];
  const record = (): Promise<void> => {
    ids.push(`r${ids.length}`);
    return log.record(event(ids.at(-1) as string));
  };
  for (let steps = 0; steps < 12; steps += 1) {
    await record();
    const first = record();
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    const next = record();
    await log.close();
    expect(lines(join(dir, "audit.jsonl")).map(({ requestId }) => requestId)).toEqual(ids);
    await Promise.all([first, next]);
  }
});

async function requestIds(events: AsyncIterable<AuditEvent>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { requestId } of events) ids.push(requestId);
  return ids;
}
