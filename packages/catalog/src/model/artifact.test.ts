import { beforeAll, describe, expect, it } from "vitest";
import { buildArtefact, compileContent } from "../authoring/compile/compile.js";
import { baseRoot } from "../test/catalog.js";
import { readArtefact, writeArtefact } from "./artifact.js";

let bytes: Uint8Array;
beforeAll(async () => {
  bytes = await buildArtefact(baseRoot);
});

describe("an artefact", () => {
  it("gives back what was compiled", () => {
    const compiled = compileContent(baseRoot, () => {});
    const artefact = readArtefact(bytes);
    expect(artefact.jurisdictions).toEqual(compiled?.jurisdictions);
    expect(artefact.shared).toEqual(compiled?.shared);
    expect(artefact.forms).toHaveLength(3);
    compiled?.forms.forEach(({ form, sets }, index) => {
      const one = artefact.forms[index];
      expect(one?.entry.id).toBe(form.id);
      expect(one?.entry.version).toBe(form.version);
      const opened = one?.open();
      expect(opened?.form).toEqual(form);
      for (const language of ["en", "es", "fr"] as const)
        expect(opened?.sets(language)).toEqual(sets[language]);
    });
  });

  it("gives back bytes as they were, also from the middle of a larger buffer", () => {
    const shared = readArtefact(bytes).shared;
    const form = readArtefact(bytes).forms[0]?.open();
    if (form === undefined) throw new Error("no form");
    const sets = { en: form.sets("en"), es: form.sets("es"), fr: form.sets("fr") };
    const blank = Uint8Array.of(0, 255, 10, 13, 37);
    const template = Uint8Array.of(7);
    const written = writeArtefact(shared, [], [{ form: form.form, sets, blank, template }]);
    const larger = new Uint8Array(written.length + 20);
    larger.set(written, 9);
    const opened = readArtefact(larger.subarray(9, 9 + written.length)).forms[0]?.open();
    expect([...(opened?.blank ?? [])]).toEqual([0, 255, 10, 13, 37]);
    expect([...(opened?.template ?? [])]).toEqual([7]);
  });

  it("has a digest that is the same for the same content and another for other content", async () => {
    const again = await buildArtefact(baseRoot);
    expect(readArtefact(again).digest).toBe(readArtefact(bytes).digest);
    const { shared } = readArtefact(bytes);
    expect(readArtefact(writeArtefact(shared, [], [])).digest).not.toBe(readArtefact(bytes).digest);
  });

  it("refuses a file that is none", () => {
    expect(() => readArtefact(new TextEncoder().encode("something else"))).toThrow("npm run build");
  });
});
