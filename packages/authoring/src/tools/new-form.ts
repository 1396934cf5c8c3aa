import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allFlows, formsOf } from "@withholding-forms/catalog/model/jurisdiction";
import { plainVersion } from "@withholding-forms/catalog/model/version";
import type { CompiledContent } from "../compile/compile.js";
import { placeholders } from "../read/placeholders.js";

export interface NewForm {
  /** `AL`, `FEDERAL`, `ON`, `CANADA_FEDERAL` */
  readonly jurisdiction: string;
  readonly id: string;
  readonly version: string;
  /** A version to start from, spelled as `extends` is. */
  readonly extends?: string;
  /** The day on which the author looks at the sources. */
  readonly today: string;
}

/** The country and the folder of a version that is not there yet. Throws a sentence when there cannot be one. */
export function newFolder(root: string, { jurisdiction, id, version }: NewForm): ["us" | "ca", string] {
  const country = (["us", "ca"] as const).find((one) =>
    existsSync(join(root, one, jurisdiction, "jurisdiction.yaml")),
  );
  if (country === undefined || !/^[A-Z_]+$/.test(jurisdiction))
    throw new Error(`there is no place called ${jurisdiction}`);
  if (!/^[A-Z][A-Z0-9]*$/.test(id)) throw new Error(`${id} is not a form id like AL103`);
  if (plainVersion(version) !== version)
    throw new Error(`${version} is not a version like 2026.1.0 without leading zeros`);
  const folder = `${country}/${jurisdiction}/${id}/${version}`;
  if (existsSync(join(root, folder))) throw new Error(`${folder} is already there`);
  return [country, folder];
}

/** Writes the files of a new form version, ready to be filled in, and gives their names. Throws a sentence when it cannot. */
export function newForm(root: string, form: NewForm): string[] {
  const [country, folder] = newFolder(root, form);
  const files =
    form.extends === undefined
      ? skeleton(country, form)
      : extension(baseOf(root, country, form, form.extends), form);
  mkdirSync(join(root, folder), { recursive: true });
  return Object.entries(files).map(([name, text]) => {
    writeFileSync(join(root, folder, name), text);
    return `${folder}/${name}`;
  });
}

/** What its author does next: a form that a flow names already needs no place in one. */
export function nextStep(compiled: CompiledContent | undefined, id: string): string {
  const flows = (compiled?.jurisdictions ?? []).flatMap(allFlows);
  const rest = "replace what the check complains about: npm run check";
  return flows.some((flow) => formsOf(flow).includes(id))
    ? `Now ${rest}`
    : `Name ${id} in a flow of its jurisdiction.yaml, then ${rest}`;
}

function baseOf(root: string, country: string, { jurisdiction, id }: NewForm, named: string): string {
  const parts = named.split("/");
  const folder =
    parts.length === 1
      ? `${country}/${jurisdiction}/${id}/${named}`
      : parts.length === 2
        ? `${country}/${jurisdiction}/${named}`
        : named;
  if (!existsSync(join(root, folder, "form.yaml"))) throw new Error(`there is no ${folder} to extend`);
  return named;
}

/** Versions are named after the printed revision: year, month, and a number of our own. */
function revisionOf(version: string): { printed: string; effective: string } {
  const [year = "2000", month = "1"] = version.split(".");
  const known = Number(month) >= 1 && Number(month) <= 12 ? month : "1";
  return { printed: `${known}/${year}`, effective: `${year.padStart(4, "20")}-${known.padStart(2, "0")}-01` };
}

type Files = Readonly<Record<string, string>>;

function extension(base: string, { id, version, today }: NewForm): Files {
  const { printed, effective } = revisionOf(version);
  return {
    "form.yaml": `# Starts from another version and says only what changed. Maps are merged key by key, \`null\` deletes a key, lists and
# words are replaced. Add questions.yaml, parameters.yaml or page.yaml only where something in them changed.
extends: ${base}
revision: Rev. ${printed}          # as printed
effective: ${effective}            # first day on which it is the latest
sources:
  - {document: Form ${id}, agency: ${placeholders.agency}, address: "${placeholders.address}", seen: ${today}}
doubts:
  - ${placeholders.doubt}
verification: {face: DERIVED, rules: DERIVED, revision: "${placeholders.revision}", checked: ${today}}
`,
    "cases.yaml": `${casesHead}- case: the simplest
  answers: {}
`,
  };
}

const casesHead = `# Hand-written examples: answers in; formPath, parameters and printed fields out. Write the expected values from the form's own
# instructions, never from what the service gives. At least: the simplest, everything, exempt, each edge of a limit.
`;

function skeleton(country: "us" | "ca", { jurisdiction, id, version, today }: NewForm): Files {
  const { printed, effective } = revisionOf(version);
  const prefix = jurisdiction === "CANADA_FEDERAL" ? "CA" : jurisdiction;
  return {
    "form.yaml": `name: ${id}                      # as people call it, without the word "Form"
title: ${placeholders.title}
type: ${country === "ca" ? "CANADA_RESIDENT" : "RESIDENT"}                # formType: RESIDENT, NON_RESIDENT, EXEMPT, EXEMPT_MILITARY_SPOUSE ...
language: en                  # of the printed edition
agency: ${placeholders.agency}
revision: Rev. ${printed}           # as printed
published: ${placeholders.address}            # where the agency publishes it: the file, or the page that lists it
effective: ${effective}         # first day on which it is the latest
use: ${placeholders.use}
duties: []                    # what the form's text wants from the employer, each with a notice: KEEP, SEND_COPY_TO_AGENCY ...
sources:                      # where every fact comes from
  - {document: Form ${id}, agency: ${placeholders.agency}, address: "${placeholders.address}", seen: ${today}, revision: ${printed}}
doubts:                       # what could not be confirmed, one sentence each
  - ${placeholders.doubt}
valid: {until: REPLACED, basis: reading}                   # how long it lasts; see docs/authoring.md
verification:                 # face: whether you saw this print; rules: whether you read the law or the instructions.
                              # Each is AGENCY_FILE (sha256 in sources), AGENCY_TEXT, OLDER_REVISION, or DERIVED.
  {face: DERIVED, rules: DERIVED, revision: "${placeholders.revision}", checked: ${today}}
`,
    "questions.yaml": `perjury:
  standard: ${placeholders.perjury}
# tables:                     # figures that a calculation looks up: lookup(rates, wage)
#   rates: {rows: [[0, 100], [10000, 200]]}                  # lower bound, value
sets:
  QS1:                        # the first set; ask exemption and eligibility first
    title: Extra withholding
    questions:
      wantsExtra:             # the id stays the same in later versions as long as the question does
        ask: Do you want an extra amount withheld from each paycheck?
        label: Extra amount wanted                           # short words for the printed page
        answer: yesNo         # a kind of content/answers.yaml
    next: {by: wantsExtra, "true": QS2, "false": {end: standard}}
  QS2:
    title: Amount
    questions:
      extraAmount:
        ask: How much?
        label: Extra amount each pay period
        answer: dollars
        checks:
          - {must: extraAmount > 0, message: Enter an amount of more than zero.}
    end: standard             # names a perjury statement
`,
    "parameters.yaml": `# What a payroll system needs of the form.
# content/parameters.yaml says what each name means.
${prefix}.additionalWithholding: {value: extraAmount}
`,
    "page.yaml": `# How the blank is drawn, top to bottom, in the order and with the line numbers of the agency's form.
instruction: Give this form to your employer.
blocks:
  - section: About you
${country === "us" ? "  - use: usEmployee          # shared pieces are in content/blocks.yaml" : canadianPerson}
  - section: Withholding
  - choices: wantsExtra
    number: "1"
    text: I want an extra amount withheld from each paycheck
  - line: extraAmount
    number: "2"
    unit: $
  - text: ${placeholders.declaration}
    style: declaration
  - use: usual                # the place to sign
`,
    "cases.yaml": `${casesHead}- case: the simplest
  answers: {wantsExtra: false}
  path: [QS1]
  parameters: {${prefix}.additionalWithholding: "0.00"}
  prints: {wantsExtra_false: true, extraAmount: ""}
- case: everything
  answers: {wantsExtra: true, extraAmount: "25.50"}
  path: [QS1, QS2]
  parameters: {${prefix}.additionalWithholding: "25.50"}
  prints: {wantsExtra_true: true, extraAmount: "25.50"}
- case: no amount
  answers: {wantsExtra: true, extraAmount: 0}
  problems: {extraAmount: CHECK}
`,
  };
}

const canadianPerson = `  - row:
      - {name: lastName, label: Last name, value: employee.lastName, span: 3}
      - {name: firstName, label: First name, value: employee.firstName, span: 3}
      - {name: socialInsuranceNumber, label: Social insurance number, value: employee.socialInsuranceNumber, span: 2}`;
