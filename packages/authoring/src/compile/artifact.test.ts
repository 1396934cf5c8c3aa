import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openArtifact, readArtifact, writeArtifact } from "@withholding-forms/catalog/model/artifact";
import { withOpening } from "@withholding-forms/pdf";
import { baseRoot } from "@withholding-forms/testing/catalog/catalog";
import { beforeAll, describe, expect, it } from "vitest";
import { buildArtifact } from "./build-artifact.js";
import { compileContent } from "./compile.js";
import { withPerjuryLabels } from "./perjury-labels.js";

let bytes: Uint8Array;
beforeAll(async () => {
  bytes = await buildArtifact(baseRoot);
});

describe("an artifact", () => {
  it("returns what was compiled", () => {
    const compiled = compileContent(baseRoot, () => {});
    const artifact = readArtifact(bytes);
    expect(artifact.jurisdictions).toEqual(compiled?.jurisdictions);
    expect(artifact.shared).toEqual(compiled?.shared);
    expect(artifact.forms).toHaveLength(4);
    compiled?.forms.forEach(({ form, sets, taxParameters }, index) => {
      const one = artifact.forms[index];
      expect(one?.entry.id).toBe(form.id);
      expect(one?.entry.version).toBe(form.version);
      const opened = one?.open();
      expect(opened?.form).toEqual(form);
      const published = withPerjuryLabels(sets);
      for (const language of ["en", "es", "fr"] as const) {
        expect(opened?.sets(language)).toEqual(published[language]);
        expect(opened?.taxParameters(language)).toEqual(taxParameters[language]);
      }
    });
  });

  it("returns bytes unchanged, even from the middle of a larger buffer", () => {
    const shared = readArtifact(bytes).shared;
    const form = readArtifact(bytes).forms[0]?.open();
    if (form === undefined) throw new Error("no form");
    const sets = { en: form.sets("en"), es: form.sets("es"), fr: form.sets("fr") };
    const taxParameters = { en: [], es: [], fr: [] };
    const blank = withOpening(Uint8Array.of(0, 255, 10, 13, 37));
    const template = Uint8Array.of(7);
    const written = writeArtifact(shared, [], [{ form: form.form, sets, taxParameters, blank, template }]);
    const larger = new Uint8Array(written.length + 20);
    larger.set(written, 9);
    const opened = readArtifact(larger.subarray(9, 9 + written.length)).forms[0]?.open();
    expect(opened?.blank()).toEqual(blank);
    // The fonts are not in it.
    expect(written.length).toBeLessThan(blank.length + 6000);
    expect([...(opened?.template() ?? [])]).toEqual([7]);
  });

  it("has a digest that is the same for the same content and another for other content", async () => {
    const again = await buildArtifact(baseRoot);
    expect(readArtifact(again).digest).toBe(readArtifact(bytes).digest);
    const { shared } = readArtifact(bytes);
    expect(readArtifact(writeArtifact(shared, [], [])).digest).not.toBe(readArtifact(bytes).digest);
  });

  it("is read part by part from a file, which a new build may replace in the meantime", () => {
    const folder = mkdtempSync(join(tmpdir(), "artifact-"));
    const path = join(folder, "catalog.bin");
    try {
      writeFileSync(path, bytes);
      const opened = openArtifact(path);
      const { shared } = opened;
      writeFileSync(`${path}.new`, writeArtifact(shared, [], []));
      renameSync(`${path}.new`, path);
      expect(openArtifact(path).forms).toEqual([]);
      const read = readArtifact(bytes);
      expect(opened.digest).toBe(read.digest);
      opened.forms.forEach((form, index) => {
        const [one, other] = [form.open(), read.forms[index]?.open()];
        expect(one.form).toEqual(other?.form);
        expect(one.sets("es")).toEqual(other?.sets("es"));
        expect(Buffer.compare(one.blank(), other?.blank() ?? Buffer.alloc(0))).toBe(0);
        expect(Buffer.compare(one.template(), other?.template() ?? Buffer.alloc(0))).toBe(0);
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("needs only its index to start, and reports a truncated part", () => {
    const cut = readArtifact(bytes.subarray(0, bytes.length - 1));
    expect(cut.parameters("fr")).toEqual(readArtifact(bytes).parameters("fr"));
    expect(cut.forms[0]?.open().form).toEqual(readArtifact(bytes).forms[0]?.open().form);
    expect(() => cut.forms.at(-1)?.open().template()).toThrow("npm run build");
  });

  it("rejects a file that is not an artifact", () => {
    expect(() => readArtifact(new TextEncoder().encode("something else"))).toThrow("npm run build");
  });
});
