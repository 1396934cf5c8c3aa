import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { isRecord } from "../read/source.js";

/**
 * A fact sheet: what a researcher wrote down about one place and its forms before content is written. Sheets are
 * written by people, so everything but the place and its forms may be missing, or be words where a rule was meant.
 * docs/fact-sheets.md describes it.
 */
export interface FactSheet {
  readonly jurisdiction: string;
  readonly fullName?: string;
  readonly agency?: string;
  readonly taxYear?: number;
  readonly reciprocity?: { readonly with?: readonly string[] };
  readonly flows?: { readonly resident?: FactFlow; readonly nonresident?: FactFlow };
  readonly situations?: readonly FactSituation[];
  readonly constants?: readonly FactConstant[];
  readonly forms: readonly FactForm[];
}

export interface FactFlow {
  readonly byPlace?: readonly (FactFlow & { readonly when?: Readonly<Record<string, unknown>> })[];
  readonly questions?: readonly FactFlowQuestion[];
  readonly always?: readonly string[];
  readonly optional?: readonly string[];
  readonly notes?: string;
}

export interface FactFlowQuestion {
  readonly id: string;
  readonly asks: string;
  readonly notes?: string;
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    readonly then?: readonly string[];
    readonly next?: string;
    readonly optional?: readonly string[];
  }[];
}

export interface FactSituation {
  readonly who: string;
  readonly home: string;
  readonly work: readonly string[];
  readonly sameFromHomes?: readonly string[];
  readonly sameAtWork?: readonly string[];
  readonly answers?: Readonly<Record<string, string | boolean>>;
  readonly forms: readonly string[];
  readonly optional?: readonly string[];
  readonly elsewhere?: string;
  readonly inForm?: string;
  readonly why?: string;
}

export interface FactConstant {
  readonly name: string;
  readonly amount?: number;
  readonly date?: string;
  readonly unit?: string;
  readonly use?: string;
  readonly source?: string;
  readonly derived?: boolean;
}

export interface FactForm {
  readonly id: string;
  readonly name: string;
  readonly title?: string;
  readonly formType?: string;
  readonly author?: boolean;
  readonly authoring?: string;
  readonly verification?: { readonly face?: string; readonly rules?: string; readonly read?: string };
  readonly validity?: {
    readonly certificate?: { readonly until?: string; readonly basis?: string; readonly note?: string };
    readonly claims?: readonly FactClaim[];
  };
  readonly officialRevision?: string;
  readonly version?: string;
  readonly effectiveDate?: string;
  readonly use?: string;
  readonly identityPrinted?: unknown;
  readonly entries?: readonly FactEntry[];
  readonly worksheets?: unknown;
  readonly rules?: readonly string[];
  readonly attachments?: readonly string[];
  readonly employerBoxes?: unknown;
  readonly employerOnly?: readonly string[];
  readonly signers?: readonly string[];
  readonly declares?: string;
  readonly taxParameters?: readonly FactParameter[];
  readonly sources?: readonly string[];
  readonly unverified?: string;
}

export interface FactClaim {
  readonly claim: string;
  readonly until: string;
  readonly basis: string;
  readonly note?: string;
}

export interface FactEntry {
  readonly id: string;
  readonly line?: string;
  readonly asks?: string;
  readonly type: string;
  readonly options?: readonly {
    readonly value: string;
    readonly label: string;
    readonly offered?: boolean;
  }[];
  readonly required?: string;
  readonly limits?: string;
  readonly skippedWhen?: string;
  readonly printed?: boolean | string;
  readonly formula?: string;
  readonly scale?: number;
  readonly rounding?: string | null;
  readonly from?: string;
}

export interface FactParameter {
  readonly id: string;
  readonly valueType: string;
  readonly from: string;
  readonly when?: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly notes?: string;
}

/** Throws a sentence where the file is no fact sheet. */
export function readFactSheet(file: string): FactSheet {
  const data: unknown = parse(readFileSync(file, "utf8"));
  const isSheet =
    isRecord(data) &&
    typeof data["jurisdiction"] === "string" &&
    Array.isArray(data["forms"]) &&
    data["forms"].every((form) => isRecord(form) && typeof form["id"] === "string");
  if (!isSheet)
    throw new Error(`${file} is no fact sheet: it needs \`jurisdiction\` and \`forms\` with an id each`);
  return data as unknown as FactSheet;
}

/** The entries that are asked or calculated: name and address come with every request. */
export function askedEntries(form: FactForm): readonly FactEntry[] {
  return (form.entries ?? []).filter(
    ({ type, from }) => !["identity", "employer", "address"].includes(type) && from !== "employee",
  );
}

/** The paper has boxes for the employer. */
export function hasEmployerBlock({ employerBoxes, employerOnly }: FactForm): boolean {
  return Object.keys(Object(employerBoxes ?? {})).length > 0 || (employerOnly ?? []).length > 0;
}
