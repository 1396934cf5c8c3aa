import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { VerificationLevels } from "@withholding-forms/contract";
import type { Artifact } from "../model/artifact.js";
import type { CompiledForm, CompiledSets } from "../model/form.js";
import { OfficialProblem } from "./problem.js";
import { digest } from "./store.js";

/** A person of this installation has compared the agency's file with the form. */
export interface Confirmation {
  readonly formId: string;
  readonly version: string;
  /** Of the agency's file. */
  readonly sha256: string;
  /** Digest of what it was compared with: for other content it does not count. */
  readonly content: string;
  /** The file has the instructions, and they were compared, too. */
  readonly rules: boolean;
  readonly checked: string;
}

/** In the folder of the agencies' files. */
export const confirmedName = "confirmed.json";

export function readConfirmed(folder: string): readonly Confirmation[] {
  const path = join(folder, confirmedName);
  if (!existsSync(path)) return [];
  try {
    const { confirmed } = JSON.parse(readFileSync(path, "utf8")) as { confirmed: readonly Confirmation[] };
    for (const { formId, version, sha256, content, rules, checked } of confirmed)
      if (
        ![formId, version, sha256, content].every((one) => typeof one === "string") ||
        typeof rules !== "boolean" ||
        !/^\d{4}-\d\d-\d\d$/.test(checked)
      )
        throw new Error("an entry is incomplete");
    return confirmed;
  } catch (error) {
    throw new OfficialProblem(
      "stored",
      `${path} is damaged (${(error as Error).message}). Delete it.`,
      error,
    );
  }
}

/** Everything that a person compares with the print: text, rules, and page, without what is known about their origin. */
export function contentDigest(
  { verification: _, ...form }: CompiledForm,
  sets: CompiledSets["en"],
  blank: Uint8Array,
): string {
  return digest(Buffer.from(JSON.stringify([form, sets, digest(blank)])));
}

/** The content with the verification that the confirmations of this installation give to its forms. */
export function withConfirmed(artifact: Artifact, folder: string): Artifact {
  const confirmed = readConfirmed(folder).flatMap((one) => {
    const found = artifact.forms.find(
      ({ entry }) => entry.id === one.formId && entry.version === one.version,
    );
    if (found === undefined) return [];
    const { form, sets, blank } = found.open();
    return contentDigest(form, sets("en"), blank()) === one.content ? [[found, one] as const] : [];
  });
  if (confirmed.length === 0) return artifact;
  const byForm = new Map(confirmed);
  return {
    ...artifact,
    digest: digest(
      Buffer.from([artifact.digest, ...byForm.values()].map((one) => JSON.stringify(one)).join("\n")),
    ).slice(0, 16),
    forms: artifact.forms.map((one) => {
      const confirmation = byForm.get(one);
      if (confirmation === undefined) return one;
      const { rules, checked } = confirmation;
      const levels: Partial<VerificationLevels> = {
        face: "AGENCY_FILE",
        ...(rules ? { rules: "AGENCY_FILE" } : {}),
      };
      return {
        entry: { ...one.entry, verification: { ...one.entry.verification, ...levels } },
        open: () => {
          const opened = one.open();
          const { form } = opened;
          const verification = { ...form.verification, ...levels, checked };
          return { ...opened, form: { ...form, verification } };
        },
      };
    }),
  };
}
