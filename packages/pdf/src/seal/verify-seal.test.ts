import { smallBlank } from "@withholding-forms/testing/pdf/blank";
import { makeCertificate } from "@withholding-forms/testing/pdf/certificates";
import { timestampCertificate } from "@withholding-forms/testing/pdf/timestamps";
import { describe, expect, test } from "vitest";
import { compileTemplate } from "../compile/compile.js";
import { fillParts } from "../fill/fill.js";
import { sealedFile, sealerOf, sealTime } from "./test/sealed.js";
import { type SealVerdict, verifySeal } from "./verify-seal.js";

// Whoever changes a sealed file does not have the key, but may do anything else.

const owner = makeCertificate();
const server = timestampCertificate();
const trusted = [owner.certificate, server.certificate];
const template = await compileTemplate(await smallBlank());
const file = await sealedFile(sealerOf(owner), template);
const text = file.toString("latin1");
const verdictOf = async (bytes: Uint8Array | string): Promise<SealVerdict["state"]> =>
  (await verifySeal(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes, trusted)).state;

test("the file is valid as it is", async () => {
  expect(await verdictOf(file)).toBe("VALID");
});

describe("one flipped byte", () => {
  test.each([
    ["by one", 0x01],
    ["to the other case", 0x20],
    ["to its opposite", 0xff],
  ])("%s is found at every place", async (_, mask) => {
    expect(await unnoticed(file, mask, 1)).toEqual([]);
  });

  test("is found in a seal with a timestamp, whose token the seal does not cover", async () => {
    const stamped = await sealedFile(sealerOf(owner, server), template);
    expect(await verdictOf(stamped)).toBe("VALID");
    expect(await unnoticed(stamped, 0x01, 41)).toEqual([]);
    const token = stamped.indexOf("060b2a864886f70d010910020e", 0, "latin1");
    expect(token).toBeGreaterThan(0);
    // The head of the token, which its own signature does not cover either.
    expect(await unnoticed(stamped, 0x01, 1, token, token + 160)).toEqual([]);
    // The head of the token's signature, after the name of its algorithm.
    const signature = stamped.lastIndexOf("06082a8648ce3d040302", undefined, "latin1");
    expect(await unnoticed(stamped, 0x01, 1, signature, signature + 40)).toEqual([]);
  });

  async function unnoticed(bytes: Buffer, mask: number, step: number, from = 0, to = bytes.length) {
    const found: number[] = [];
    const changed = Buffer.from(bytes);
    for (let at = from; at < to; at += step) {
      changed[at] = bytes[at]! ^ mask;
      if ((await verdictOf(changed)) === "VALID") found.push(at);
      changed[at] = bytes[at]!;
    }
    return found;
  }
});

describe("what is added", () => {
  test.each([
    ["a byte", "\n"],
    ["a comment", "% nothing\n"],
    ["another end", "%%EOF\n"],
    [
      "a revision that replaces the page (a shadow attack shows it only after signing)",
      "1 0 obj<</Type/Catalog>>\nendobj\nxref\n0 0\ntrailer<</Size 2/Root 1 0 R/Prev 10>>\nstartxref\n9\n%%EOF\n",
    ],
  ])("%s after the end is found, and the sealed part is named", async (_, added) => {
    const verdict = await verifySeal(Buffer.from(text + added, "latin1"), trusted);
    expect(verdict).toMatchObject({ state: "APPENDED", length: file.length, trusted: true });
  });

  test("a second seal of the same signer around the first is found", async () => {
    const other = await sealedFile(sealerOf(makeCertificate()), template);
    expect(await verdictOf(Buffer.concat([file, other]))).toBe("APPENDED");
    expect(await verdictOf(Buffer.concat([other, file]))).not.toBe("VALID");
  });

  test("a byte before the beginning is found", async () => {
    expect(await verdictOf(`\n${text}`)).toBe("BROKEN");
  });
});

describe("tricks with the byte range", () => {
  const [range, first, second, third] = /\/ByteRange\[0 (\d+) +(\d+) +(\d+) *\]/.exec(text)!;
  const withRange = (numbers: readonly (string | number)[]): string =>
    text.replace(range, `/ByteRange[${numbers.join(" ")}]`.padEnd(range.length));
  const [open, close, rest] = [first, second, third].map(Number) as [number, number, number];

  test.each([
    ["starts later", [1, open - 1, close, rest]],
    ["ends earlier", [0, open, close, rest - 1]],
    ["leaves more out before the signature", [0, open - 10, close, rest]],
    ["leaves more out after the signature", [0, open, close + 10, rest - 10]],
    ["overlaps", [0, close, open, file.length - open]],
    ["is negative", [0, open, close, -rest]],
    ["has two parts more", [0, open, close, rest, 0, 0]],
    ["covers nothing", [0, 0, file.length, 0]],
    ["is of huge numbers", [0, open, close, "99999999999999999999"]],
    ["is of other words", [0, open, close, "null"]],
  ])("one that %s is found", async (_, numbers) => {
    expect(await verdictOf(withRange(numbers))).toBe("BROKEN");
  });

  test("the signature moved to another place of the same signed bytes is found (signature wrapping)", async () => {
    const gap = text.slice(open, close);
    const signed = text.slice(0, open) + text.slice(close);
    for (const at of [9, open - 40, open + 2, signed.length])
      expect([at, await verdictOf(signed.slice(0, at) + gap + signed.slice(at))]).toEqual([at, "BROKEN"]);
  });

  test("a copy of the signature dictionary in what a person typed changes nothing", async () => {
    const field = template.slots.find(({ kind }) => kind === "text")!.name;
    const typed = "<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/M(D:";
    const parts = fillParts(template, { values: { [field]: typed }, mode: "SIGN" });
    if ("problems" in parts) throw new Error("refused");
    const { start, rest: tail } = await sealerOf(owner).seal(template, parts, sealTime);
    const own = Buffer.concat([...start, tail]);
    expect(await verdictOf(own)).toBe("VALID");
    expect(await verdictOf(Buffer.concat([own, Buffer.from("\n")]))).toBe("APPENDED");
  });

  test("a longer gap, filled with something else, is found", async () => {
    expect(await verdictOf(`${text.slice(0, close - 1)}00${text.slice(close - 1)}`)).toBe("BROKEN");
    expect(await verdictOf(text.slice(0, open + 1) + text.slice(close - 1))).toBe("BROKEN");
  });
});

describe("another signature in the gap", () => {
  test("of somebody else over the same bytes is valid, but not trusted", async () => {
    const other = await sealedFile(sealerOf(makeCertificate()), template);
    expect(await verifySeal(other, trusted)).toMatchObject({ state: "VALID", trusted: false });
  });

  test("of the signer over another file is found", async () => {
    const field = template.slots.find(({ kind }) => kind === "text")!.name;
    const parts = fillParts(template, { values: { [field]: "Eve Lovelace" }, mode: "SIGN" });
    if ("problems" in parts) throw new Error("refused");
    const { start, rest } = await sealerOf(owner).seal(template, parts, sealTime);
    const other = Buffer.concat([...start, rest]).toString("latin1");
    const contents = /\/Contents<[0-9a-f]+>/;
    expect(await verdictOf(text.replace(contents, contents.exec(other)![0]))).toBe("BROKEN");
  });
});

test("a file without a seal, and bytes that are no PDF, have none", async () => {
  const parts = fillParts(template, { values: {}, mode: "SIGN" });
  if ("problems" in parts) throw new Error("refused");
  expect(await verdictOf(Buffer.concat([...parts.start, parts.rest]))).toBe("NONE");
  for (const bytes of ["", "%PDF-1.7\n", "\0".repeat(5000)]) expect(await verdictOf(bytes)).toBe("NONE");
});
