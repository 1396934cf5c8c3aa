import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { baseArtifact } from "@withholding-forms/testing/catalog/catalog";
import { beforeAll, expect, test } from "vitest";
import type { Artifact } from "../model/artifact.js";
import { catalogOf } from "../runtime/load.js";
import { type Confirmation, confirmedName, contentDigest, withConfirmed } from "./confirmed.js";

let artifact: Artifact;
let content: string;
beforeAll(async () => {
  artifact = await baseArtifact();
  const { form, sets, blank } = artifact.forms
    .find(({ entry }) => entry.id === "TS101" && entry.version === "2026.1.0")!
    .open();
  content = contentDigest(form, sets("en"), blank());
});

function folderWith(text: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), "confirmed-"));
  writeFileSync(join(folder, confirmedName), typeof text === "string" ? text : JSON.stringify(text));
  return folder;
}

const confirmation = (change: Partial<Confirmation> = {}): Confirmation => ({
  formId: "TS101",
  version: "2026.1.0",
  sha256: "0".repeat(64),
  content,
  rules: false,
  checked: "2026-11-19",
  ...change,
});

const confirmedBy = (...confirmed: Confirmation[]): Artifact =>
  withConfirmed(artifact, folderWith({ confirmed }));

const levels = (from: Artifact): unknown => {
  const form = catalogOf(from).versions("TS101", "2026-03-02")[0];
  return [form?.version, form?.verificationLevels, form?.verification.face, form?.verification.checked];
};

test("a confirmation raises the face, and with the rules both, in every place that publishes them", () => {
  expect(levels(artifact)).toEqual([
    "2026.1.0",
    { face: "AGENCY_TEXT", rules: "AGENCY_TEXT" },
    "AGENCY_TEXT",
    "2026-01-02",
  ]);
  const face = confirmedBy(confirmation());
  expect(levels(face)).toEqual([
    "2026.1.0",
    { face: "AGENCY_FILE", rules: "AGENCY_TEXT" },
    "AGENCY_FILE",
    "2026-11-19",
  ]);
  const both = confirmedBy(confirmation({ rules: true }));
  expect(levels(both)).toMatchObject({ 1: { face: "AGENCY_FILE", rules: "AGENCY_FILE" } });
  expect(new Set([artifact.digest, face.digest, both.digest]).size).toBe(3);
});

test("a confirmation of other content, of another form, or none changes nothing", () => {
  for (const changes of [{ content: "1".repeat(64) }, { version: "2025.1.0" }, { formId: "ZZ101" }])
    expect(confirmedBy(confirmation(changes))).toBe(artifact);
  expect(withConfirmed(artifact, join(tmpdir(), "there is no such folder"))).toBe(artifact);
});

test.each(["{", "{}", '{"confirmed": [{"formId": "TS101"}]}', '{"confirmed": [7]}'])(
  "%s ends with one line",
  (text) => {
    expect(() => withConfirmed(artifact, folderWith(text))).toThrow(
      /^\S+confirmed\.json is damaged \([^\n]+\)\. Delete it\.$/,
    );
  },
);
