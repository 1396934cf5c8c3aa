import { casesOf } from "../../../authoring/src/check/cases.js";
import { content } from "./content.js";

export type WrittenCase = ReturnType<typeof casesOf>[number];

/** The hand-written cases of each form version, each with the answers of the case that it starts from. */
export const writtenCases: readonly {
  readonly id: string;
  readonly version: string;
  readonly cases: readonly WrittenCase[];
}[] = content.forms.map(({ form: { id, version }, context }) => ({
  id,
  version,
  cases: casesOf(context.form.cases),
}));
