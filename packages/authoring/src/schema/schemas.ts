import type { Static } from "@withholding-forms/contract/typebox";
import { answers } from "./answers.js";
import { cases } from "./cases.js";
import { federalValues } from "./federal-values.js";
import { figures } from "./figures.js";
import { form } from "./form.js";
import { glossary } from "./glossary.js";
import { identity } from "./identity.js";
import { jurisdiction } from "./jurisdiction.js";
import { localities } from "./localities.js";
import { module } from "./module.js";
import { notices } from "./notices.js";
import { official } from "./official.js";
import { otherForms } from "./other-forms.js";
import { blocks, page } from "./page.js";
import { parameters } from "./parameters.js";
import { questions } from "./questions.js";
import { situations } from "./situations.js";
import { vocabulary } from "./vocabulary.js";

/** The shape of every kind of content file. The files in content/schemas are written from these. */
export const schemas = {
  answers,
  blocks,
  cases,
  "federal-values": federalValues,
  figures,
  form,
  glossary,
  identity,
  jurisdiction,
  localities,
  module,
  notices,
  official,
  "other-forms": otherForms,
  page,
  parameters,
  questions,
  situations,
  vocabulary,
} as const;

export type Kind = keyof typeof schemas;

/** The data of a file of a kind that matches its schema. */
export type Shape<K extends Kind> = Static<(typeof schemas)[K]>;
