import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { auditChain } from "./audit-chain.js";
import type { ChainedEvent, StoredEvent } from "./audit-event.js";
import { event } from "./test/event.js";
import { type AuditFinding, chainHeads, type VerifyOptions, verifyAudit } from "./verify-audit.js";

/** Two writers that take turns: A1 A2 B1 A3 B2 A4 B3. B started when A2 was last. */
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

test("the digests of a repeatable request are part of the hash, and nothing changes for events without them", async () => {
  const log: ChainedEvent[] = [];
  const chain = auditChain({ lastHash: async () => "", write: async (events) => void log.push(...events) });
  await chain.append([event("a1", { idempotencyKey: "i", requestDigest: "d" }), event("a2")]);
  const [first, second] = log as [ChainedEvent, ChainedEvent];
  expect(await findings(log)).toEqual([]);
  for (const other of [{ idempotencyKey: "j" }, { requestDigest: "e" }])
    expect((await findings([{ ...first, ...other }, second])).map(({ kind }) => kind)).toEqual(["EDITED"]);
  const { idempotencyKey: _, requestDigest: __, ...without } = first;
  expect((await findings([without, second])).map(({ kind }) => kind)).toEqual(["EDITED"]);
  // As versions before wrote it.
  const { writer, sequence, previous, hash, ...plain } = second;
  const text = JSON.stringify([writer, sequence, previous, ...Object.values(plain)]);
  expect(createHash("sha256").update(text).digest("hex")).toBe(hash);
});

async function* from(events: readonly StoredEvent[]): AsyncGenerator<StoredEvent> {
  yield* events;
}

async function findings(
  events: readonly StoredEvent[],
  options: VerifyOptions = {},
): Promise<AuditFinding[]> {
  return [...(await verifyAudit(() => from(events), options)).findings];
}

/** `EDITED a2`: which event, by the request that it was written for. */
async function named(events: readonly StoredEvent[], original: readonly ChainedEvent[]): Promise<string[]> {
  return (await findings(events)).map(({ kind, writer, sequence, to, seenBy }) => {
    const name = (number: number): string =>
      original.find((one) => one.writer === writer && one.sequence === number)?.requestId ?? "-";
    return [kind, name(sequence), to === undefined ? "" : name(to), seenBy ?? ""].join(" ").trim();
  });
}

test("what was written and left alone has no fault", async () => {
  const log = await twoWriters();
  expect(await verifyAudit(() => from(log))).toEqual({ events: 7, unchained: 0, writers: 2, findings: [] });
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

  test("a cut at the start, unless it was made on purpose", async () => {
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

  test("an event that was added without a chain, though not those from before chains", async () => {
    const log = await twoWriters();
    expect(await verifyAudit(() => from([event("old"), ...log]))).toMatchObject({
      unchained: 1,
      findings: [],
    });
    expect(await findings([...log, event("added")])).toEqual([
      { kind: "UNCHAINED", writer: "", sequence: 0, time: "2026-11-16T18:30:00.000Z" },
    ]);
  });

  test("a cut at the end, with heads that were kept outside", async () => {
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
