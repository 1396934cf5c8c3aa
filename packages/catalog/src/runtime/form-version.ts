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
import type { Identity } from "../model/identity.js";
import { once } from "../model/once.js";
import { complete, type Interview, printedSources } from "./complete/complete.js";
import { readyForm } from "./complete/ready-form.js";
import { formNotice } from "./notices.js";
import { isForResidentsOnly } from "./residents-only.js";

/** One form version of the artifact, read when it is first needed. */
export function formVersion(artifact: Artifact, { entry, open }: Artifact["forms"][number]): FormVersion {
  const opened = once(open);
  const ready = once(() => readyForm(opened().form, isForResidentsOnly(artifact, entry)));
  const template = once((): Template => decodeTemplate(opened().template()));
  const interviewIn = interviews(opened);
  const interviewFor = ({ language, federalValues }: CompleteRequest): Interview =>
    interviewIn(language, federalValues !== undefined);
  return {
    ...identityOf(entry),
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
      return requiredMembers(opened().form, artifact.shared.identity, isForResidentsOnly(artifact, entry));
    },
    get otherCountryAddress() {
      if (isForResidentsOnly(artifact, entry)) return undefined;
      const fields = artifact.shared.identity.address[otherCountry[entry.country]];
      return Object.fromEntries(Object.entries(fields).map(([name, { pattern }]) => [name, pattern]));
    },
    taxParameters: (language) => opened().taxParameters(language),
    get signatureFields() {
      return signatureFields(opened().form);
    },
    notices: (language) =>
      opened().form.notices.map((notice) => {
        const own = formNotice(artifact.shared.notices, notice, notice.message[language]);
        return notice.when === undefined ? own : { ...own, notice: { ...own.notice, optional: true } };
      }),
    serviceNotice: (code, message) => formNotice(artifact.shared.notices, { code }, message),
    questionSet: (setId, language, hasFederalValues) => interviewIn(language, hasFederalValues).source(setId),
    questions: (id, language) => interviewIn(language, false).known(id),
    blank: () => opened().blank(),
    template,
    complete: (request) => {
      const form = ready();
      const edition =
        form.form.calculatesWords === true
          ? interviewIn(entry.language, request.federalValues !== undefined)
          : undefined;
      return complete(form, artifact.shared, interviewFor(request), request, edition);
    },
    printedFrom: (request, fieldName) =>
      printedSources(ready(), artifact.shared, interviewFor(request), request, fieldName),
  };
}

type Stored = Artifact["forms"][number];
type Opened = ReturnType<Stored["open"]>;

/** What is known without opening the form. */
function identityOf(entry: Stored["entry"]) {
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
    verificationLevels: entry.verification,
    ...defined({ agencyAddress: entry.agencyAddress, givenByFlows: entry.givenByFlows }),
    ...defined({ lifeCycle: entry.lifeCycle }),
    agencyFileMissing: entry.agencyFileRequired === true && entry.edition === undefined,
  };
}

/** The interview in a language, with or without the sets for employees whose federal values are known; each is built once. */
function interviews(opened: () => Opened): (language: Language, federal: boolean) => Interview {
  const built = new Map<string, Interview>();
  return (language, federal) => {
    const key = `${language}${federal}`;
    let found = built.get(key);
    if (found === undefined) {
      const { plain, federal: withFederal } = opened().sets(language);
      found = interviewOf(federal ? (withFederal ?? plain) : plain, [...plain, ...(withFederal ?? [])]);
      built.set(key, found);
    }
    return found;
  };
}

const otherCountry = { US: "CA", CA: "US" } as const;

function requiredMembers(
  { needs, country }: Opened["form"],
  identity: Identity,
  residentsOnly: boolean,
): FormVersion["required"] {
  // Where an address can be in the other country, only the members that both shapes have are always required.
  const other = identity.address[otherCountry[country]];
  const address = (needed: boolean) =>
    Object.fromEntries(
      Object.entries(identity.address[country]).map(([name, { required }]) => {
        const always = needed && (residentsOnly || Object.hasOwn(other, name));
        return [name, required !== "always" ? "NEVER" : always ? "ALWAYS" : "DEPENDENT"];
      }),
    );
  const party = (who: "employee" | "employer") =>
    Object.fromEntries(
      Object.entries(needs[who]).map(([name, need]) => {
        if (name === "address") return [name, address(need === "always")];
        const depends = identity.parties[country][who][name]?.requiredWhenNumberStartsWith !== undefined;
        return [name, need === "always" ? "ALWAYS" : depends ? "DEPENDENT" : "NEVER"];
      }),
    );
  return { employee: party("employee"), employer: party("employer") } as FormVersion["required"];
}

function signatureFields({ printed }: Opened["form"]): SignatureField[] {
  return printed.flatMap(({ name, role, signer, format }) =>
    role === undefined
      ? []
      : [defined({ id: name, type: fieldTypes[role], signer: signer ?? ("EMPLOYEE" as const), format })],
  );
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
