// veraPDF validates what we draw: every form version as a blank, in every mode, and sealed, against PDF/UA-1 and PDF/A-2a.
import { createPrivateKey, sign, X509Certificate } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openArtifact } from "../../packages/catalog/dist/model/artifact.js";
import { decodeTemplate, fill } from "../../packages/pdf/dist/index.js";
import { createSealer } from "../../packages/pdf/dist/seal.js";
import { fromRegistry, run, workFolder } from "../tools.mjs";
import { addedFaults, agencyFiles, agencyTable } from "./agency.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const artifact = fileURLToPath(new URL("../../build/catalog.bin", import.meta.url));
const modes = ["PREVIEW", "SIGN", "SIGN_EXTERNALLY"];

export async function judge() {
  const folder = workFolder("verapdf");
  await fromRegistry("Maven Central", "mvn", [
    ...["-q", "-B", "-f", join(here, "pom.xml"), `-DoutputFolder=${join(folder, "java")}`, "compile"],
  ]);
  const files = await writeFiles(join(folder, "files"));
  const ofAgencies = await agencyFiles(openArtifact(artifact).forms, join(folder, "files"));
  const verdicts = await validate(join(folder, "java"), files);
  const agencyVerdicts = await validate(join(folder, "java"), ofAgencies);
  console.log(table(files, verdicts));
  console.log(agencyTable(ofAgencies, agencyVerdicts));
  return {
    cases: verdicts.length + agencyVerdicts.length,
    violations: [...violations(files, verdicts), ...addedFaults(ofAgencies, agencyVerdicts)],
  };
}

async function validate(java, files) {
  if (files.length === 0) return [];
  const classes = [join(java, "classes"), join(java, "lib", "*")].join(":");
  const input = files.map(({ path }) => `${path}\n`).join("");
  // The collector that leaves most of two cores to the validation.
  return readVerdicts(await run("java", ["-XX:+UseParallelGC", "-cp", classes, "Judge"], { input }));
}

/** One file for each form version and kind of output, with a value in every field. */
async function writeFiles(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const sealer = await createTestSealer(folder);
  const files = [];
  for (const { entry, open } of openArtifact(artifact).forms) {
    const form = `${entry.id} ${entry.version}`;
    const add = (kind, bytes) => {
      const path = join(folder, `${entry.id}-${entry.version}-${kind}.pdf`);
      writeFileSync(path, bytes);
      files.push({ form, language: entry.language, kind, path });
    };
    const opened = open();
    add("BLANK", opened.blank());
    const template = decodeTemplate(opened.template());
    for (const mode of modes) {
      const filled = fill(template, { mode, values: valuesFor(template) });
      if ("problems" in filled) throw new Error(`${form}: ${JSON.stringify(filled.problems)}`);
      add(mode, filled.pdf);
      if (mode !== "SIGN") continue;
      const sealed = await sealer.seal(template, filled, new Date());
      add("SEALED", sealed.pdf);
    }
  }
  return files;
}

/** Short values, which fit everywhere, with a letter that is not in the fonts of every file. */
function valuesFor({ slots }) {
  return Object.fromEntries(
    slots.map(({ name, kind, cells, align }) => {
      if (kind === "check") return [name, true];
      if (kind === "comb") return [name, "123456789".slice(0, cells)];
      return [name, align === "right" ? "12" : "Zoë Ł"];
    }),
  );
}

async function createTestSealer(folder) {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  await run("openssl", [
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=Judge"],
    ...["-addext", "keyUsage=critical,digitalSignature", "-keyout", key, "-out", certificate],
  ]);
  const privateKey = createPrivateKey(readFileSync(key));
  const signBytes = promisify(sign);
  return createSealer({
    certificates: [new X509Certificate(readFileSync(certificate))],
    sign: (bytes) => signBytes("sha256", bytes, privateKey),
  });
}

/** See Judge.java for the lines. */
function readVerdicts(output) {
  const verdicts = [];
  for (const line of output.trimEnd().split("\n")) {
    const [profile, text, place] = line.split("\t");
    if (profile === "") verdicts.at(-1).faults.push(`${text} at ${place}`);
    else verdicts.push({ profile, passed: text === "pass", path: place, faults: [] });
  }
  return verdicts;
}

/** Languages by kinds of output: how many validations passed, of how many. */
function table(files, verdicts) {
  const languages = [...new Set(files.map(({ language }) => language))].sort();
  const kinds = [...new Set(files.map(({ kind }) => kind))];
  const byPath = new Map(files.map((file) => [file.path, file]));
  const cell = (language, kind, profile) => {
    const own = verdicts.filter((verdict) => {
      const file = byPath.get(verdict.path);
      return verdict.profile === profile && file.language === language && file.kind === kind;
    });
    return `${own.filter(({ passed }) => passed).length}/${own.length}`;
  };
  const rows = languages.flatMap((language) =>
    [...new Set(verdicts.map(({ profile }) => profile))].map((profile) =>
      [language, profile, ...kinds.map((kind) => cell(language, kind, profile))].map((text) =>
        text.padEnd(16),
      ),
    ),
  );
  const head = ["language", "profile", ...kinds].map((text) => text.padEnd(16));
  return [head, ...rows].map((row) => row.join("").trimEnd()).join("\n");
}

function violations(files, verdicts) {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const lines = verdicts.flatMap(({ profile, passed, path, faults }) => {
    const { form, kind } = byPath.get(path);
    return passed ? [] : faults.map((fault) => `${form} ${kind}: ${profile} ${fault}`);
  });
  const missing = files.length * 2 - verdicts.length;
  return missing === 0 ? lines : [...lines, `${missing} validations did not run.`];
}
