import { type Artifact, artifactPath, listOfficial, openArtifact } from "@withholding-forms/catalog";
import { officialFolder } from "../app/open-catalog.js";
import { readConfig } from "../config.js";
import type { OfficialOptions } from "./agency-files.js";
import { print } from "./print.js";

export interface StatusOptions extends OfficialOptions {
  readonly all: boolean;
}

interface FormStatus {
  readonly formId: string;
  readonly version: string;
  /** `in-use`: filled on the agency's file; `missing`: bound to a file that was not added; `not-bound`: no `official.yaml`. */
  readonly state: "in-use" | "missing" | "not-bound";
  /** Of the bound file. */
  readonly revision?: string;
  /** The law fixes the words of the form, so it needs the agency's file. */
  readonly wordsFixed: boolean;
  readonly address: string;
}

/** Lists the forms that are filled on the agencies' files, and those that should be. */
export function status({ json, all }: StatusOptions): void {
  const stored = new Set(
    listOfficial(officialFolder(readConfig(process.env))).map(
      ({ formId, version }) => `${formId} ${version}`,
    ),
  );
  const forms = openArtifact(artifactPath).forms.map(({ entry }) => statusOf(entry, stored));
  const shown = forms.filter(({ state, wordsFixed }) => all || state !== "not-bound" || wordsFixed);
  if (json) return print(JSON.stringify(shown));
  for (const one of shown) print(lineOf(one));
  const count = (state: FormStatus["state"]): number => forms.filter((one) => one.state === state).length;
  const open = forms.filter(({ state, wordsFixed }) => wordsFixed && state !== "in-use");
  print(
    `${forms.length} form versions: ${count("in-use")} in use, ${count("missing")} without their file, ${count("not-bound")} not bound. ${open.length} with wording set by law use ours.`,
  );
}

function statusOf(
  { id, version, official, agencyAddress, published }: Artifact["forms"][number]["entry"],
  stored: ReadonlySet<string>,
): FormStatus {
  const state = official === undefined ? "not-bound" : stored.has(`${id} ${version}`) ? "in-use" : "missing";
  return {
    formId: id,
    version,
    state,
    ...(official === undefined ? {} : { revision: official.revision }),
    wordsFixed: agencyAddress !== undefined,
    address: official?.address ?? published,
  };
}

function lineOf({ formId, version, state, revision, wordsFixed, address }: FormStatus): string {
  const name = `${formId} ${version}${revision === undefined ? "" : ` (${revision})`}`;
  const why = wordsFixed && state !== "in-use" ? "; needed, because the law sets the wording" : "";
  const what = {
    "in-use": "in use",
    missing: `bound, but the file is missing${why}; published at ${address}`,
    "not-bound": `not bound${why}; published at ${address}`,
  };
  return `${name}: ${what[state]}`;
}
