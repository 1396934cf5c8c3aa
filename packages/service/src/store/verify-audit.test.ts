import { describe, expect, test } from "vitest";
import { auditChain } from "./audit-chain.js";
import type { ChainedEvent } from "./audit-event.js";
import { event } from "./test/event.js";
import { type AuditFinding, chainHeads, type VerifyOptions, verifyAudit } from "./verify-audit.js";

/** Two writers that take turns: A1 A2 B1 A3 B2 A4 B3. B started after A2. */
async function twoWriters(): Promise<ChainedEvent[]> {
  const log: ChainedEvent[] = [];
  const open = () =>
    auditChain({
      lastHash: async () => log.at(-1)?.hash ?? "",
      write: async (events) => void log.push(...events),
    });
  const [one, other] = [open(), open()];
  await one.append([event("a1"), event("a2")]);
  await other.append([event("b1")]);
  await one.append([event("a3")]);
  await other.append([event("b2")]);
  await one.append([event("a4")]);
  await other.append([event("b3")]);
  return log;
}

test("the digests of a repeatable request are part of the hash", async () => {
  const log: ChainedEvent[] = [];
  const chain = auditChain({ lastHash: async () => "", write: async (events) => void log.push(...events) });
  await chain.append([event("a1", { idempotencyKey: "i", requestDigest: "d" }), event("a2")]);
  const [first, second] = log as [ChainedEvent, ChainedEvent];
  expect(await findings(log)).toEqual([]);
  for (const other of [{ idempotencyKey: "j" }, { requestDigest: "e" }, { employeeReference: "emp-1" }])
    expect((await findings([{ ...first, ...other }, second])).map(({ kind }) => kind)).toEqual(["EDITED"]);
  const { idempotencyKey: _, requestDigest: __, ...without } = first;
  expect((await findings([without, second])).map(({ kind }) => kind)).toEqual(["EDITED"]);
});

async function* from(events: readonly ChainedEvent[]): AsyncGenerator<ChainedEvent> {
  yield* events;
}

async function findings(
  events: readonly ChainedEvent[],
  options: VerifyOptions = {},
): Promise<AuditFinding[]> {
  return [...(await verifyAudit(() => from(events), options)).findings];
}

/** `EDITED a2`: which event, by the request that it was written for. */
async function named(events: readonly ChainedEvent[], original: readonly ChainedEvent[]): Promise<string[]> {
  return (await findings(events)).map(({ kind, writer, sequence, to, seenBy }) => {
    const name = (number: number): string =>
      original.find((one) => one.writer === writer && one.sequence === number)?.requestId ?? "-";
    return [kind, name(sequence), to === undefined ? "" : name(to), seenBy ?? ""].join(" ").trim();
  });
}

test("accepts a log that was not changed", async () => {
  const log = await twoWriters();
  expect(await verifyAudit(() => from(log))).toEqual({ events: 7, writers: 2, findings: [] });
});

describe("each kind of damage is found and named", () => {
  const at = (log: readonly ChainedEvent[], id: string) => log.findIndex(({ requestId }) => requestId === id);

  test.each([
    ["an edited event", "a2", { formId: "AL102" }, ["EDITED a2"]],
    ["an edited last event", "b3", { sha256: "11" }, ["EDITED b3"]],
    ["an edited time", "b1", { time: "2026-11-16T18:30:00.001Z" }, ["EDITED b1"]],
  ])("%s", async (_, id, change, expected) => {
    const log = await twoWriters();
    expect(await named(log.with(at(log, id), { ...log[at(log, id)]!, ...change }), log)).toEqual(expected);
  });

  test("an edited event whose own hash was made to fit", async () => {
    const log = await twoWriters();
    const { hashOf } = await import("./audit-chain.js");
    const forged = { ...log[at(log, "a3")]!, formId: "AL102" };
    const changed = log.with(at(log, "a3"), { ...forged, hash: hashOf(forged) });
    expect(await named(changed, log)).toEqual(["BROKEN a4"]);
  });

  test("a gap, in one chain and across both", async () => {
    const log = await twoWriters();
    expect(await named(log.toSpliced(at(log, "a3"), 1), log)).toEqual(["MISSING a3 a3 LATER_EVENT"]);
    expect(await named(log.toSpliced(at(log, "a3"), 2), log)).toEqual([
      "MISSING a3 a3 LATER_EVENT",
      "MISSING b2 b2 LATER_EVENT",
    ]);
  });

  test("a missing start, unless it was deleted on purpose", async () => {
    const log = await twoWriters();
    expect(await named(log.slice(1), log)).toEqual(["MISSING a1 a1 LATER_EVENT"]);
    expect(await findings(log.slice(1), { prunedBefore: 0 })).toEqual([]);
    // In the middle nothing is deleted on purpose.
    expect(await findings(log.toSpliced(3, 1), { prunedBefore: 0 })).toHaveLength(1);
  });

  test("all events of a writer that another one names", async () => {
    const log = await twoWriters();
    const { writer } = log[0]!;
    const others = log.filter((one) => one.writer !== writer);
    // B started after A2: its first event names it.
    expect(await findings(others)).toEqual([
      {
        kind: "MISSING",
        writer: others[0]?.writer,
        sequence: 0,
        time: others[0]?.time,
        seenBy: "OTHER_WRITER",
      },
    ]);
  });

  test("two events in another order, and an event that is there twice", async () => {
    const log = await twoWriters();
    const [a, b] = [at(log, "a3"), at(log, "a4")];
    expect(await named(log.with(a, log[b]!).with(b, log[a]!), log)).toEqual(["REORDERED a3"]);
    expect(await named([...log, log[a]!], log)).toEqual(["DUPLICATE a3"]);
  });

  test.each([
    ["sequence 0", { sequence: 0 }],
    ["a negative sequence", { sequence: -1 }],
    ["a sequence between two numbers", { sequence: 1.5 }],
    ["a sequence that no counter reaches", { sequence: 2 ** 60 }],
    ["a number as its time", { time: 1 }],
    ["no time", { time: "never" }],
    ["a time in other words", { time: "(2025-11-16) 2026-11-16T18:31:00.000Z" }],
  ])("an event that was added with %s", async (_, link) => {
    const log = await twoWriters();
    const { hashOf } = await import("./audit-chain.js");
    const added = { ...event("added"), writer: log[0]!.writer, sequence: 5, previous: "", ...link };
    const forged = { ...added, hash: hashOf(added as ChainedEvent) } as ChainedEvent;
    expect((await findings([...log, forged])).map(({ kind }) => kind)).toEqual(["UNCHAINED"]);
  });

  test("an event that was added without a chain", async () => {
    const log = await twoWriters();
    const added = event("added") as ChainedEvent;
    const finding = { kind: "UNCHAINED", writer: "", sequence: 0, time: "2026-11-16T18:30:00.000Z" };
    expect(await findings([...log, added])).toEqual([finding]);
    expect(await findings([added, ...log])).toEqual([finding]);
    expect(await chainHeads(from([added, ...log]))).toEqual(await chainHeads(from(log)));
  });

  describe("with heads that were saved elsewhere, an event that was added later", () => {
    const saved = "2026-11-16T18:30:00.000Z";
    /** Appends two events as a new writer. */
    async function added(log: readonly ChainedEvent[], time: string): Promise<ChainedEvent[]> {
      const all = [...log];
      const chain = auditChain({
        lastHash: async () => all.at(-1)?.hash ?? "",
        write: async (events) => void all.push(...events),
      });
      await chain.append([event("c1", { time }), event("c2", { time: "2026-11-16T18:31:00.000Z" })]);
      return all;
    }

    test.each([
      ["a year before them", "2025-11-16T18:30:00.000Z", ["BACKDATED 1"]],
      ["just over a minute before them", "2026-11-16T18:28:59.999Z", ["BACKDATED 1"]],
      ["a minute before them, by a clock that is behind", "2026-11-16T18:29:00.000Z", []],
      ["after them", "2026-11-16T18:30:00.001Z", []],
    ])("by a writer that they do not name, %s", async (_, time, expected) => {
      const log = await twoWriters();
      const heads = await chainHeads(from(log));
      expect(heads.map((head) => head.time)).toEqual([saved, saved]);
      const found = await findings(await added(log, time), { heads });
      expect(found.map(({ kind, sequence }) => `${kind} ${sequence}`)).toEqual(expected);
      // Without heads, this cannot be detected.
      expect(await findings(await added(log, time))).toEqual([]);
    });

    test("to the end of a chain that they name", async () => {
      const log = await twoWriters();
      const heads = await chainHeads(from(log));
      const last = log.at(-1)!;
      const { hashOf } = await import("./audit-chain.js");
      const next = { ...event("b4", { time: "2025-11-16T18:30:00.000Z" }), writer: last.writer, sequence: 4 };
      const forged = { ...next, previous: last.hash, hash: hashOf({ ...next, previous: last.hash }) };
      expect(await findings([...log, forged], { heads })).toEqual([
        { kind: "BACKDATED", writer: last.writer, sequence: 4, time: "2025-11-16T18:30:00.000Z" },
      ]);
    });

    test("is covered by heads that were saved after it", async () => {
      const log = await added(await twoWriters(), "2025-11-16T18:30:00.000Z");
      expect(await findings(log, { heads: await chainHeads(from(log)) })).toEqual([]);
    });
  });

  test("an event that was added with the ID of a pruned writer", async () => {
    const log = await twoWriters();
    const heads = await chainHeads(from(log));
    const { hashOf } = await import("./audit-chain.js");
    const next = { ...event("new"), writer: log[0]!.writer, sequence: 1, previous: "" };
    const forged = { ...next, hash: hashOf(next) };
    const prunedBefore = Date.parse("2026-11-17T00:00:00Z");
    const found = await findings([forged], { heads, prunedBefore });
    expect(found.map(({ kind, sequence, to, seenBy }) => [kind, sequence, to, seenBy])).toEqual([
      ["MISSING", 2, 4, "HEAD"],
    ]);
  });

  test("a missing end, with heads that were saved elsewhere", async () => {
    const log = await twoWriters();
    const heads = await chainHeads(from(log));
    const cut = log.slice(0, -3);
    expect(await findings(cut)).toEqual([]);
    expect(
      (await findings(cut, { heads })).map(({ kind, sequence, to, seenBy }) => [kind, sequence, to, seenBy]),
    ).toEqual([
      ["MISSING", 4, 4, "HEAD"],
      ["MISSING", 2, 3, "HEAD"],
    ]);
    expect(await findings(log, { heads })).toEqual([]);
    // A whole chain that was written again has other hashes.
    expect(await findings(await twoWriters(), { heads })).toHaveLength(2);
    expect(await findings([], { heads, prunedBefore: Date.parse("2026-11-17T00:00:00Z") })).toEqual([]);
  });
});
