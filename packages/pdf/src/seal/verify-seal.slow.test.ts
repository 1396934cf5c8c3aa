import { smallBlank } from "@withholding-forms/testing/pdf/blank";
import { makeCertificate } from "@withholding-forms/testing/pdf/certificates";
import { timestampCertificate } from "@withholding-forms/testing/pdf/timestamps";
import { describe, expect, test, vi } from "vitest";
import { compileTemplate } from "../compile/compile.js";
import { fill } from "../fill/fill.js";
import { forgedFile, sealedFile, sealerOf, sealTime } from "./test/sealed.js";
import { type Sealed, type SealVerdict, verifySeal } from "./verify-seal.js";

// An attacker who changes a sealed file does not have the key, but can do anything else.

const signatureChecks = vi.hoisted(() => vi.fn());
vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  signatureChecks.mockImplementation(crypto.verify);
  const verifyChain = crypto.X509Certificate.prototype.verify;
  crypto.X509Certificate.prototype.verify = function (key) {
    signatureChecks();
    return verifyChain.call(this, key);
  };
  return { ...crypto, verify: signatureChecks };
});

const parsedValues = vi.hoisted(() => vi.fn());
vi.mock("asn1js", async (original) => {
  const asn1 = await original<typeof import("asn1js")>();
  parsedValues.mockImplementation(asn1.fromBER);
  return { ...asn1, fromBER: parsedValues };
});

const owner = makeCertificate();
const server = timestampCertificate();
const trust = { seals: [owner.certificate], timestamps: [server.certificate] };
const template = await compileTemplate(await smallBlank());
const file = await sealedFile(sealerOf(owner), template);
const text = file.toString("latin1");
const verdictOf = async (bytes: Uint8Array | string): Promise<SealVerdict["state"]> =>
  (await verifySeal(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes, trust)).state;

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
    const verdict = await verifySeal(Buffer.from(text + added, "latin1"), trust);
    expect(verdict).toMatchObject({ state: "APPENDED", length: file.length, signer: "Test Seal" });
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
    const filled = fill(template, { values: { [field]: typed }, mode: "SIGN" });
    if ("problems" in filled) throw new Error("refused");
    const { pdf: own } = await sealerOf(owner).seal(template, filled, sealTime);
    expect(await verdictOf(own)).toBe("VALID");
    expect(await verdictOf(Buffer.concat([own, Buffer.from("\n")]))).toBe("APPENDED");
  });

  test("a longer gap, filled with something else, is found", async () => {
    expect(await verdictOf(`${text.slice(0, close - 1)}00${text.slice(close - 1)}`)).toBe("BROKEN");
    expect(await verdictOf(text.slice(0, open + 1) + text.slice(close - 1))).toBe("BROKEN");
  });
});

describe("another signature in the gap", () => {
  test("of someone else over the same bytes is foreign", async () => {
    const other = await sealedFile(sealerOf(makeCertificate()), template);
    expect(await verifySeal(other, trust)).toEqual({ state: "FOREIGN" });
    expect(await verdictOf(Buffer.concat([other, Buffer.from("\n")]))).toBe("FOREIGN");
  });

  test("of the signer over another file is found", async () => {
    const field = template.slots.find(({ kind }) => kind === "text")!.name;
    const filled = fill(template, { values: { [field]: "Eve Lovelace" }, mode: "SIGN" });
    if ("problems" in filled) throw new Error("refused");
    const { pdf } = await sealerOf(owner).seal(template, filled, sealTime);
    const other = pdf.toString("latin1");
    const contents = /\/Contents<[0-9a-f]+>/;
    expect(await verdictOf(text.replace(contents, contents.exec(other)![0]))).toBe("BROKEN");
  });
});

describe("certificates of an attacker", () => {
  const evil = makeCertificate({
    name: "Evil",
    key: "P-384",
    extensions: ["basicConstraints=critical,CA:TRUE"],
  });

  test.each([1, 5, 6, 45])("no signature is checked for %i of them, of which none is ours", async (count) => {
    const forged = await forgedFile(template, Array(count).fill(evil));
    signatureChecks.mockClear();
    parsedValues.mockClear();
    expect(await verdictOf(forged)).toBe(count > 5 ? "BROKEN" : "FOREIGN");
    expect(signatureChecks).not.toHaveBeenCalled();
    expect(parsedValues).not.toHaveBeenCalled();
  });

  test("behind ours are not parsed unless the signature is ours", async () => {
    const forged = await forgedFile(template, [{ ...owner, key: makeCertificate().key }, evil]);
    parsedValues.mockClear();
    expect(await verdictOf(forged)).toBe("BROKEN");
    expect(parsedValues).not.toHaveBeenCalled();
  });

  test("added to a seal of ours are not trusted, and more than 5 are rejected unread", async () => {
    expect(await verdictOf(await forgedFile(template, [owner, evil]))).toBe("VALID");
    expect(await verdictOf(await forgedFile(template, [evil, owner]))).toBe("FOREIGN");
    const many = await forgedFile(template, [owner, ...Array(44).fill(evil)]);
    signatureChecks.mockClear();
    expect(await verdictOf(many)).toBe("BROKEN");
    expect(signatureChecks).not.toHaveBeenCalled();
  });

  test("in a gap that is longer than any signature are not read", async () => {
    expect(await verdictOf(await forgedFile(template, [owner], { reserved: 100_000 }))).toBe("VALID");
    expect(await verdictOf(await forgedFile(template, [owner], { reserved: 200_000 }))).toBe("BROKEN");
  });
});

describe("the timestamp of a seal, which the seal does not cover", () => {
  const other = timestampCertificate();

  test("can be removed or replaced, but not by one that is trusted", async () => {
    const stamped = (await verifySeal(await sealedFile(sealerOf(owner, server), template), trust)) as Sealed;
    expect(stamped.timestamp?.trusted).toBe(true);
    expect(await verifySeal(file, trust)).not.toHaveProperty("timestamp");
    const replaced = (await verifySeal(await sealedFile(sealerOf(owner, other), template), trust)) as Sealed;
    expect(replaced.timestamp).toMatchObject({ signer: "Test Timestamps", trusted: false });
  });

  test("must be from a certificate for timestamps and for nothing else", async () => {
    for (const usage of ["timeStamping,codeSigning", "codeSigning"]) {
      const extensions = [`extendedKeyUsage=critical,${usage}`];
      await expect(sealedFile(sealerOf(owner, makeCertificate({ extensions })), template)).rejects.toThrow();
    }
  });

  test("must be a token", async () => {
    const token = Buffer.from("3003020101", "hex");
    expect(await verdictOf(await forgedFile(template, [owner], { token }))).toBe("BROKEN");
  });
});

test("a file without a seal, and bytes that are no PDF, have none", async () => {
  const filled = fill(template, { values: {}, mode: "SIGN" });
  if ("problems" in filled) throw new Error("refused");
  expect(await verdictOf(filled.pdf)).toBe("NONE");
  for (const bytes of ["", "%PDF-1.7\n", "\0".repeat(5000)]) expect(await verdictOf(bytes)).toBe("NONE");
});
