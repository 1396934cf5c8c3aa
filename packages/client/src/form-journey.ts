import { startJourney } from "./course.js";
import { JourneyError } from "./errors.js";
import { inputsOf } from "./inputs.js";
import type { Journey, MoveOptions, Progress } from "./journey.js";
import type { Survey } from "./survey.js";
import type {
  Answers,
  Employee,
  Employer,
  FederalValues,
  FillPdfRequest,
  FormInformation,
  GivenBy,
  Language,
  QuestionSet,
  SignForm,
} from "./types.js";
import type { View } from "./view.js";
import type { FormSetOptions, VersionOptions } from "./wizard-client.js";

/** Source of a form's question sets: a client, or anything else that has them. */
export interface FormSource {
  readonly language?: Language;
  formQuestionSet(formId: string, questionSetId: string, options: FormSetOptions): Promise<QuestionSet>;
  /** Used for what the caller does not specify: the version, the first set, whether the form accepts federal values. */
  formInformation?(
    formId: string,
    options: VersionOptions,
  ): Promise<Pick<FormInformation, "formVersion" | "initialQuestionSetId" | "acceptsFederalValues">>;
}

export interface FormStart extends Progress, GivenBy {
  readonly formId: string;
  /** By default, the latest version at the start. The journey then stays on it. */
  readonly formVersion?: string | undefined;
  readonly initialQuestionSet?: string | undefined;
  /** The employee's federal withholding values are known and will be sent with the form. */
  readonly hasFederalValues?: boolean | undefined;
}

export interface FormView extends View {
  readonly set: QuestionSet;
  /** At the end: what the employee must agree to before signing, with the answers filled in. */
  readonly perjuryStatement?: string;
}

export interface FormJourney extends Journey<FormView> {
  readonly formId: string;
  readonly formVersion: string | undefined;
  /** At the end: the body for `fillPdf`, with the answers on the path and no others. */
  body(person: Person): FillPdfRequest;
  /** Everything needed to resume later. It contains the answers: protect it like personal data. */
  save(): FormStart;
}

export interface Person {
  readonly employee: Employee;
  readonly employer?: Employer | undefined;
  /** `PREVIEW` by default. */
  readonly signForm?: SignForm | undefined;
  /** Required with `hasFederalValues`; omitted if the form does not accept them. `null`: none after all. */
  readonly federalValues?: FederalValues | null | undefined;
}

/** Nearly always the first set. Used if the source cannot tell. */
const usualStart = "QS1";

export async function walkForm(
  source: FormSource,
  start: FormStart,
  options: MoveOptions,
): Promise<FormJourney> {
  const { formId, hasFederalValues = false, region, given, locationData } = start;
  const { formVersion, initialQuestionSet, acceptsFederalValues } = await resolveStart(
    source,
    start,
    options,
  );
  const { journey, progress, found } = await startJourney<FormView>(
    {
      start: initialQuestionSet,
      fetch: (questionSetId, language, { signal, timeoutMs }) =>
        source.formQuestionSet(formId, questionSetId, {
          signal,
          timeoutMs,
          language,
          formVersion,
          hasFederalValues,
        }),
      inputs: inputsOf(start),
    },
    { ...start, language: start.language ?? source.language ?? "en" },
    (view, { walk: { perjuryStatement } }) => ({
      // A form always has a first set.
      ...(view as FormView),
      ...(view.status === "COMPLETE" && perjuryStatement !== undefined ? { perjuryStatement } : {}),
    }),
    options,
  );
  return Object.assign(journey, {
    formId,
    formVersion,
    body({ employee, employer, signForm = "PREVIEW", federalValues }: Person): FillPdfRequest {
      if (journey.view.status !== "COMPLETE")
        throw new JourneyError("INCOMPLETE", "The form has no body before the journey is complete.");
      checkFederalValues(hasFederalValues, federalValues);
      return {
        formId,
        ...(formVersion === undefined ? {} : { formVersion }),
        employee,
        ...(employer === undefined ? {} : { employer }),
        signForm,
        fields: picked(progress().answers, found().walk),
        ...(federalValues && acceptsFederalValues ? { federalValues } : {}),
      };
    },
    save: (): FormStart => ({
      formId,
      formVersion,
      initialQuestionSet,
      hasFederalValues,
      ...(region === undefined ? {} : { region }),
      ...(given === undefined ? {} : { given }),
      ...(locationData === undefined ? {} : { locationData }),
      ...progress(),
    }),
  });
}

interface ResolvedStart {
  readonly formVersion: string | undefined;
  readonly initialQuestionSet: string;
  /** Also true if the source cannot tell. */
  readonly acceptsFederalValues: boolean;
}

/** What stays fixed during the journey. */
export async function resolveStart(
  source: FormSource,
  { formId, formVersion, initialQuestionSet, hasFederalValues = false }: FormStart,
  { signal, timeoutMs }: MoveOptions,
): Promise<ResolvedStart> {
  if (formVersion !== undefined && initialQuestionSet !== undefined && !hasFederalValues)
    return { formVersion, initialQuestionSet, acceptsFederalValues: true };
  const information = await source.formInformation?.(formId, { formVersion, signal, timeoutMs });
  return {
    formVersion: formVersion ?? information?.formVersion,
    initialQuestionSet: initialQuestionSet ?? information?.initialQuestionSetId ?? usualStart,
    acceptsFederalValues: information?.acceptsFederalValues ?? true,
  };
}

/** The service chooses question sets by whether federal values are sent, so this must not change during the journey. */
function checkFederalValues(promised: boolean, given: FederalValues | null | undefined): void {
  if (promised === (given !== undefined)) return;
  throw new JourneyError(
    "FEDERAL_VALUES",
    promised
      ? "The journey began with hasFederalValues: pass federalValues, or null for none."
      : "The journey began without hasFederalValues, so federalValues cannot be sent.",
  );
}

/** An answer that was not asked is given. */
function picked(answers: Answers, { used, values }: Survey["walk"]): Answers {
  return Object.fromEntries(used.map((id) => [id, answers[id] ?? String(values.get(id))]));
}
