import type { Slot } from "@withholding-forms/pdf";
import { cleanAgencyFile, compileTemplate, encodeTemplate, pageTexts } from "@withholding-forms/pdf/build";
import type { CompiledOfficial, OfficialWords } from "../model/binding.js";
import { type BoundForm, requireBoundFile } from "./bound-file.js";
import { passage } from "./passage.js";
import { OfficialProblem } from "./problem.js";
import {
  contentsOf,
  digest,
  type OfficialFiles,
  outdated,
  requireCurrent,
  type StoredOfficial,
} from "./store.js";

/**
 * Everything that is stored from an agency's file, after checking that it is the bound file and matches its binding.
 */
export async function makeOfficial(form: BoundForm, agency: Uint8Array): Promise<OfficialFiles> {
  requireBoundFile(form, agency);
  const { drop, places } = form.official;
  const misfit = (message: string, cause?: unknown): OfficialProblem =>
    new OfficialProblem(
      "misfit",
      `The file does not fit the binding of ${form.id} ${form.version}: ${message}`,
      cause,
    );
  try {
    const blank = await cleanAgencyFile(agency, { drop, places, language: form.language });
    const template = await compileTemplate(blank);
    const [fault, ...others] = bindingFaults(form.official, template.slots);
    if (fault !== undefined)
      throw misfit(others.length === 0 ? fault : `${fault} And ${others.length} more.`);
    const words = readWords(form, await pageTexts(agency));
    if ("fault" in words) throw misfit(words.fault);
    return { agency, blank, template: encodeTemplate(template), words };
  } catch (error) {
    if (error instanceof OfficialProblem) throw error;
    throw misfit(error instanceof Error ? error.message : String(error), error);
  }
}

/** What is stored is what the agency's file gives with the binding that the content has now. */
export async function verifyOfficial(form: BoundForm, stored: StoredOfficial): Promise<void> {
  requireCurrent(form.official, stored);
  const made = contentsOf(await makeOfficial(form, stored.agency));
  const changed = Object.entries(made).find(([name, bytes]) => digest(bytes) !== stored.record.files[name]);
  if (changed !== undefined) throw outdated(form.id, form.version, `${changed[0]} comes out differently now`);
}

/**
 * Checks both directions: every field of the file is bound or omitted with a reason, and every bound name exists and
 * has the right kind.
 */
export function bindingFaults(
  { printed, unused, places }: Pick<CompiledOfficial, "printed" | "unused" | "places">,
  slots: readonly Slot[],
): string[] {
  const kinds = new Map(slots.map(({ name, kind }) => [name, kind]));
  const own = new Set(places.map(({ name }) => name));
  const bound = new Map(printed.map((field) => [field.name, field]));
  const left = new Set(unused);
  const faults: string[] = [];
  for (const name of [...bound.keys(), ...left])
    if (!kinds.has(name)) faults.push(`the file has no field "${name}".`);
  for (const [name, kind] of kinds) {
    const field = bound.get(name);
    if (field === undefined) {
      if (!left.has(name) && !own.has(name)) faults.push(`its field "${name}" is neither bound nor unused.`);
    } else if ((kind === "check") !== (field.kind === "check"))
      faults.push(
        kind === "check"
          ? `"${name}" is a check box, but its expression gives text.`
          : `"${name}" takes text, but its expression gives true or false.`,
      );
  }
  return faults;
}

function readWords(form: BoundForm, pages: readonly string[]): OfficialWords | { readonly fault: string } {
  const words: OfficialWords["words"][number][] = [];
  for (const wording of form.official.wording) {
    const found = passage(pages, wording);
    if ("fault" in found) return { fault: `${found.fault}.` };
    words.push({ text: found.text, into: wording.into });
  }
  const { unsaid } = form.official;
  return {
    language: form.language,
    words: unsaid.length === 0 ? words : [...words, { text: "", into: unsaid }],
  };
}
