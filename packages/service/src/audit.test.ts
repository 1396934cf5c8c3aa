import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type AuditEvent, fileAuditLog } from "./audit.js";

const folder = () => mkdtempSync(join(tmpdir(), "withholding-forms-audit-"));

const event = (requestId: string): AuditEvent => ({
  time: "2026-11-16T18:30:00.000Z",
  requestId,
  keyId: "k1",
  formId: "AL101",
  formVersion: "2014.3.0",
  language: "en",
  sha256: "00",
});

const lines = (path: string): AuditEvent[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

test("events become lines, also many at once, each exactly one time", async () => {
  const dir = folder();
  const log = fileAuditLog(dir);
  await log.record(event("first"));
  const ids = Array.from({ length: 500 }, (_, index) => `r${index}`);
  await Promise.all(ids.map((id) => log.record(event(id))));
  expect(lines(join(dir, "audit.jsonl")).map(({ requestId }) => requestId)).toEqual(["first", ...ids]);
  expect(lines(join(dir, "audit.jsonl"))[0]).toEqual(event("first"));
  expect(statSync(join(dir, "audit.jsonl")).mode & 0o077).toBe(0);
});

test("a file moved away by log rotation is followed by a new one", async () => {
  const dir = folder();
  const log = fileAuditLog(dir);
  await log.record(event("old"));
  renameSync(join(dir, "audit.jsonl"), join(dir, "audit.1.jsonl"));
  await log.record(event("new"));
  expect(lines(join(dir, "audit.jsonl"))).toEqual([event("new")]);
});

test("an event that cannot be written is refused, and writing goes on once it can", async () => {
  const dir = folder();
  const log = fileAuditLog(dir);
  mkdirSync(join(dir, "audit.jsonl"));
  await expect(log.record(event("lost"))).rejects.toThrow();
  rmdirSync(join(dir, "audit.jsonl"));
  await log.record(event("kept"));
  expect(lines(join(dir, "audit.jsonl"))).toEqual([event("kept")]);
});
