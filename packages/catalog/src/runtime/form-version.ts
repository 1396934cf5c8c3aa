import type { SignatureField } from "@withholding-forms/contract";
import {
  defined,
  type Language,
  type Question,
  type QuestionSet,
  type SetSource,
} from "@withholding-forms/interview";
import { decodeTemplate, type Template } from "@withholding-forms/pdf";
import type { Artifact } from "../model/artifact.js";
import type { CompleteRequest, FormVersion } from "../model/catalog.js";
import { complete, type Interview, printedSources, readyForm } from "./complete/complete.js";

/** One form version of the artifact, opened when something of it is first needed. */
export function formVersion(artifact: Artifact, { entry, open }: Artifact["forms"][number]): FormVersion {
  const opened = once(open);
  const ready = once(() => readyForm(opened().form));
  const template = once((): Template => decodeTemplate(opened().template()));
  const sets = new Map<string, Interview>();
  const index = (language: Language, federal: boolean): Interview => {
    const key = `${language}${federal}`;
    let found = sets.get(key);
    if (found === undefined) {
      const { plain, federal: withFederal } = opened().sets(language);
      found = interviewOf(federal ? (withFederal ?? plain) : plain, [...plain, ...(withFederal ?? [])]);
      sets.set(key, found);
    }
    return found;
  };
  const interviewFor = ({ language, federalValues }: CompleteRequest): Interview =>
    index(language, federalValues !== undefined);
  return {
    id: entry.id,
    version: entry.version,
    name: entry.name,
    title: entry.title,
    formType: entry.formType,
    locality: entry.locality,
    country: entry.country,
    language: entry.language,
    effectiveDate: entry.effective,
    ...defined({ taxYear: entry.taxYear, retiredDate: entry.retired, edition: entry.edition }),
    initialQuestionSet: "QS1",
    acceptsFederalValues: entry.federalValues,
    ...(entry.agencyAddress === undefined ? {} : { agencyAddress: entry.agencyAddress }),
    get verification() {
      return opened().form.verification;
    },
    get pages() {
      return template().pages.length;
    },
    get formFields() {
      return opened().form.formFields;
    },
    get required() {
      const { employee, employer } = opened().form.needs;
      const needed = (members: typeof employee): string[] =>
        Object.keys(members).filter((name) => members[name] === "always");
      return { employee: needed(employee), employer: needed(employer) };
    },
    get taxParameters() {
      return opened().form.parameters.map(({ id, type, about, period, values, together }) =>
        defined({ id, valueType: type, description: about, period, values, together }),
      );
    },
    get signatureFields() {
      return opened().form.printed.flatMap(({ name, role, signer, format }): SignatureField[] =>
        role === undefined
          ? []
          : [defined({ id: name, type: fieldTypes[role], signer: signer ?? ("EMPLOYEE" as const), format })],
      );
    },
    notices: (language) => (entry.notices ?? []).map((message) => message[language]),
    questionSet: (setId, language, hasFederalValues) => index(language, hasFederalValues).source(setId),
    questions: (id, language) => index(language, false).known(id),
    blank: once(() => opened().blank()),
    template,
    complete: (request) => {
      const form = ready();
      const edition =
        form.form.calculatesWords === true
          ? index(entry.language, request.federalValues !== undefined)
          : undefined;
      return complete(form, artifact.shared, interviewFor(request), request, edition);
    },
    printedFrom: (request, fieldName) =>
      printedSources(ready(), artifact.shared, interviewFor(request), request, fieldName),
  };
}

const fieldTypes = { signature: "SIGNATURE", date: "DATE", text: "TEXT" } as const;

export function interviewOf(sets: readonly QuestionSet[], all: readonly QuestionSet[]): Interview {
  const byId = new Map(sets.map((set) => [set.id, set]));
  const questions = new Map<string, Question[]>();
  for (const set of all) {
    for (const question of set.questions)
      questions.set(question.id, [...(questions.get(question.id) ?? []), question]);
  }
  const source: SetSource = (id) => byId.get(id);
  return { source, start: "QS1", known: (id) => questions.get(id) ?? [] };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
