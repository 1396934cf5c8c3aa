import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type FileAuditLog, fileAuditLog } from "./auditFile.js";
import type { AuditEvent } from "./store.js";
import { event } from "./test/event.js";

const folder = () => mkdtempSync(join(tmpdir(), "withholding-forms-audit-"));

function openLog(dir: string): FileAuditLog {
  const log = fileAuditLog(dir);
  onTestFinished(log.close);
  return log;
}

const lines = (path: string): AuditEvent[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

test("events become lines, also many at once, each exactly one time", async () => {
  const dir = folder();
  const log = openLog(dir);
  await log.record(event("first"));
  const ids = Array.from({ length: 500 }, (_, index) => `r${index}`);
  await Promise.all(ids.map((id) => log.record(event(id))));
  expect(lines(join(dir, "audit.jsonl")).map(({ requestId }) => requestId)).toEqual(["first", ...ids]);
  expect(lines(join(dir, "audit.jsonl"))[0]).toEqual(event("first"));
  expect(statSync(join(dir, "audit.jsonl")).mode & 0o077).toBe(0);
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
  expect((await log.eventsOf("00")).map(({ requestId }) => requestId)).toEqual(["old", "new"]);
});

test("a line that another process tore swallows no other", async () => {
  const dir = folder();
  const log = openLog(dir);
  await log.record(event("before"));
  appendFileSync(join(dir, "audit.jsonl"), '{"time":"2026-11-16T18:30');
  await log.record(event("after"));
  const path = join(dir, "audit.jsonl");
  expect(readFileSync(path, "utf8").split("\n").at(-2)).toBe(JSON.stringify(event("after")));
  expect(await requestIds(log.events({}))).toEqual(["before", "after"]);
  // Torn between our look at the end of the file and our write: no newline is between them.
  appendFileSync(path, `{"time":"2026-11-16T18:30${JSON.stringify(event("glued"))}\n{"time":1\nnot JSON\n`);
  expect(await requestIds(log.events({}))).toEqual(["before", "after", "glued"]);
});

test("an event that cannot be written is refused, and writing goes on once it can", async () => {
  const dir = folder();
  const log = openLog(dir);
  mkdirSync(join(dir, "audit.jsonl"));
  await expect(log.record(event("lost"))).rejects.toThrow();
  rmdirSync(join(dir, "audit.jsonl"));
  await log.record(event("kept"));
  expect(lines(join(dir, "audit.jsonl"))).toEqual([event("kept")]);
});

test("a file that is emptied or deleted is gone on with, or begun anew", async () => {
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
  expect(readFileSync(path, "utf8")).toBe(`torn\n${JSON.stringify(event("after it was replaced"))}\n`);
  // And one that is as long as ours was.
  const torn = "x".repeat(statSync(path).size);
  renameSync(path, join(dir, "audit.2.jsonl"));
  appendFileSync(path, torn);
  await log.record(event("after it was replaced again"));
  expect(readFileSync(path, "utf8")).toBe(
    `${torn}\n${JSON.stringify(event("after it was replaced again"))}\n`,
  );
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
  expect(readFileSync(join(dir, "audit.jsonl"), "utf8")).toBe(
    ids.map((id) => `${JSON.stringify(event(id))}\n`).join(""),
  );
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
    await Promise.all([log.close(), first, next]);
  }
  expect(lines(join(dir, "audit.jsonl")).map(({ requestId }) => requestId)).toEqual(ids);
});

async function requestIds(events: AsyncIterable<AuditEvent>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { requestId } of events) ids.push(requestId);
  return ids;
}
