// Agency editions: what we complete on an agency's own pages must break no rule that the agency's file does not break.
// The agencies' files are not in the repository. They are judged where they are: in OFFICIAL_DIR, or next to the repository.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeOfficial } from "../../packages/catalog/dist/agency/make.js";
import { decodeTemplate, fill } from "../../packages/pdf/dist/index.js";

const source =
  process.env.OFFICIAL_DIR ?? fileURLToPath(new URL("../../../shared/official/", import.meta.url));
const modes = ["PREVIEW", "SIGN", "SIGN_EXTERNALLY"];

/** Per bound form whose file is available: the agency's file, and ours as a blank and in every mode. */
export async function agencyFiles(forms, folder) {
  const names = existsSync(source) ? readdirSync(source, { recursive: true }) : [];
  const bytesBySha256 = new Map(
    names
      .filter((name) => name.endsWith(".pdf"))
      .map((name) => new Uint8Array(readFileSync(join(source, name))))
      .map((bytes) => [createHash("sha256").update(bytes).digest("hex"), bytes]),
  );
  const files = [];
  for (const { entry, open } of forms) {
    const { form } = open();
    const agency = bytesBySha256.get(form.official?.sha256);
    if (agency === undefined) continue;
    const add = (kind, bytes) => {
      const path = join(folder, `${entry.id}-${entry.version}-agency-${kind}.pdf`);
      writeFileSync(path, bytes);
      files.push({ form: `${entry.id} ${entry.version}`, kind, path });
    };
    const { blank, template: encoded } = await makeOfficial(form, agency);
    const template = decodeTemplate(encoded);
    add("AGENCY", agency);
    add("BLANK", blank);
    for (const mode of modes) {
      const filled = fill(template, { mode, values: valuesFor(template) });
      if ("problems" in filled) throw new Error(`${entry.id}: ${JSON.stringify(filled.problems)}`);
      add(mode, filled.pdf);
    }
  }
  return files;
}

/** One line per rule that our file breaks and the agency's does not. */
export function addedFaults(files, verdicts) {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const rulesOf = ({ faults }) => new Set(faults.map(ruleOf));
  const agencies = new Map(
    verdicts
      .filter(({ path }) => byPath.get(path).kind === "AGENCY")
      .map((verdict) => [`${byPath.get(verdict.path).form} ${verdict.profile}`, rulesOf(verdict)]),
  );
  return verdicts.flatMap(({ profile, path, faults }) => {
    const { form, kind } = byPath.get(path);
    const allowed = agencies.get(`${form} ${profile}`);
    return faults
      .filter((fault) => !allowed.has(ruleOf(fault)))
      .map((fault) => `${form} on the agency's pages, ${kind}: ${profile} ${fault}`);
  });
}

/** How many rules each file breaks, per profile. */
export function agencyTable(files, verdicts) {
  if (files.length === 0) return "Agency editions were not judged: there are no agency files here.";
  const kinds = ["AGENCY", "BLANK", ...modes];
  const lines = [...new Set(files.map(({ form }) => form))].flatMap((form) =>
    [...new Set(verdicts.map(({ profile }) => profile))].map((profile) => {
      const counts = kinds.map((kind) => {
        const { path } = files.find((file) => file.form === form && file.kind === kind);
        const { faults } = verdicts.find((verdict) => verdict.path === path && verdict.profile === profile);
        return new Set(faults.map(ruleOf)).size;
      });
      return [form, profile, ...counts];
    }),
  );
  return [["rules broken", "profile", ...kinds], ...lines]
    .map((row) =>
      row
        .map((cell) => String(cell).padEnd(18))
        .join("")
        .trimEnd(),
    )
    .join("\n");
}

const ruleOf = (fault) => fault.split(" ", 1)[0];

/** Short values, which fit into every box of an agency. */
function valuesFor({ slots }) {
  return Object.fromEntries(
    slots.map(({ name, kind, cells }) => [
      name,
      kind === "check" ? true : kind === "comb" ? "123456789".slice(0, cells) : "12",
    ]),
  );
}
