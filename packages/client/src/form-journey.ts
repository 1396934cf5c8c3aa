import type { FormSetOptions, VersionOptions } from "./client.js";
import { startJourney } from "./course.js";
import { JourneyError } from "./errors.js";
import type { Journey, MoveOptions, Progress } from "./journey.js";
import type {
  Answers,
  Employee,
  Employer,
  FederalValues,
  FillPdfRequest,
  FormInformation,
  Language,
  QuestionSet,
  SignForm,
} from "./types.js";
import type { View } from "./view.js";

/** Where the sets of a form come from: a client, or anything else that has them. */
export interface FormSource {
  readonly language?: Language;
  formQuestionSet(formId: string, questionSetId: string, options: FormSetOptions): Promise<QuestionSet>;
  /** Asked for the version and the first set where the caller does not name them. */
  formInformation?(
    formId: string,
    options: VersionOptions,
  ): Promise<Pick<FormInformation, "formVersion" | "initialQuestionSetId">>;
}

export interface FormStart extends Progress {
  readonly formId: string;
  /** Unless told, the latest at the start; the journey then keeps to it. */
  readonly formVersion?: string | undefined;
  readonly initialQuestionSet?: string | undefined;
  /** The employee's federal withholding values are known and will be sent with the form. */
  readonly hasFederalValues?: boolean | undefined;
}

export interface FormView extends View {
  readonly set: QuestionSet;
  /** At the end: what the person must agree to before signing, with the answers put in. */
  readonly perjuryStatement?: string;
}

export interface FormJourney extends Journey<FormView> {
  readonly formId: string;
  readonly formVersion: string | undefined;
  /** At the end: the body for `fillPdf`. Of the answers it holds those on the path and no others. */
  body(person: Person): FillPdfRequest;
  /** Everything needed to go on later. It holds the answers: keep it as safe as them. */
  save(): FormStart;
}

export interface Person {
  readonly employee: Employee;
  readonly employer?: Employer | undefined;
  /** `PREVIEW` unless told. */
  readonly signForm?: SignForm | undefined;
  /** Needed with `hasFederalValues`; `null` for a form that does not take them. */
  readonly federalValues?: FederalValues | null | undefined;
}

/** Nearly always the first set; taken where nobody can be asked. */
const usualStart = "QS1";

export async function walkForm(
  source: FormSource,
  start: FormStart,
  options: MoveOptions,
): Promise<FormJourney> {
  const { formId, hasFederalValues = false } = start;
  const { formVersion, initialQuestionSet } = await resolveStart(source, start, options);
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
    },
    { ...start, language: start.language ?? source.language ?? "en" },
    (view, { walk: { perjuryStatement } }) => ({
      // A form always has a set: its start is never absent.
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
        fields: picked(progress().answers, found().walk.used),
        ...(federalValues ? { federalValues } : {}),
      };
    },
    save: (): FormStart => ({ formId, formVersion, initialQuestionSet, hasFederalValues, ...progress() }),
  });
}

/** The version and the first set to keep to. */
export async function resolveStart(
  source: FormSource,
  { formId, formVersion, initialQuestionSet }: FormStart,
  { signal, timeoutMs }: MoveOptions,
): Promise<{ readonly formVersion: string | undefined; readonly initialQuestionSet: string }> {
  if (formVersion !== undefined && initialQuestionSet !== undefined)
    return { formVersion, initialQuestionSet };
  const information = await source.formInformation?.(formId, { formVersion, signal, timeoutMs });
  return {
    formVersion: formVersion ?? information?.formVersion,
    initialQuestionSet: initialQuestionSet ?? information?.initialQuestionSetId ?? usualStart,
  };
}

/** The service chooses the question sets by whether values are sent, so it must be as it was when they were asked. */
function checkFederalValues(promised: boolean, given: FederalValues | null | undefined): void {
  if (promised === (given !== undefined)) return;
  throw new JourneyError(
    "FEDERAL_VALUES",
    promised
      ? "The journey began with hasFederalValues: pass federalValues, or null for a form that does not take them."
      : "The journey began without hasFederalValues, so federalValues cannot be sent.",
  );
}

function picked(answers: Answers, ids: readonly string[]): Answers {
  return Object.fromEntries(ids.map((id) => [id, answers[id] ?? null]));
}
