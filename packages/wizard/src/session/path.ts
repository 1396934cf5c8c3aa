import {
  type Answers,
  agreed,
  type FormSummary,
  type Language,
  type QuestionSet,
  readValues,
} from "@withholding-forms/client";
import {
  asksOnlyLanguage,
  type ChecklistItem,
  checkedAnswer,
  isEdition,
  isOneAnswer,
  itemId,
  itemsOf,
  listsSpecialCases,
  ordinaryAnswer,
} from "./checklist.js";

/** How a form is completed: signed here, prepared for the employer's signing tool, or only shown. */
export type Mode = "sign" | "sign-externally" | "preview";

/** A screen of the path. */
export type PathPage =
  | { readonly page: "addresses" | "confirm" | "person" | "empty" | "review" | "sign" | "done" }
  | { readonly page: "checklist"; readonly items: readonly ChecklistItem[] }
  | { readonly page: "flow"; readonly flowId: string; readonly questionSetId: string }
  /** Several sets in full, with one choice for "none of these apply". */
  | { readonly page: "express"; readonly formId: string; readonly questionSetIds: readonly string[] }
  | { readonly page: "questions"; readonly formId: string; readonly questionSetId: string }
  | { readonly page: "ineligible"; readonly formId: string };

export interface PathFlow {
  readonly id: string;
  /** Without questions: the forms, immediately. */
  readonly formsToComplete?: readonly FormSummary[];
  /** All sets by id; the first one is where the flow starts. */
  readonly sets: ReadonlyMap<string, QuestionSet>;
  /** Answers on separate pages, by question id. */
  readonly answers: Answers;
  /** Answers that the places of an address give. */
  readonly given?: Answers;
}

export interface PathForm {
  readonly id: string;
  readonly sets: ReadonlyMap<string, QuestionSet>;
  /** What the employee answered. What an express page or the checklist answers is not here. */
  readonly answers: Answers;
  /** Answers that the home address or a flow gives. */
  readonly given?: Answers;
}

/** Everything that decides which screens there are. */
export interface PathState {
  readonly language: Language;
  readonly mode: Mode;
  /** The host gave the addresses, and the person's data that the forms print. */
  readonly hostGave: { readonly addresses: boolean; readonly person: boolean };
  /** An address was corrected, or could not be found, or its places answer questions. */
  readonly addressDiffers: boolean;
  readonly flows: readonly PathFlow[];
  /** Forms by id, as far as they were loaded: those that are required, and those of an ordinary employee. */
  readonly forms: ReadonlyMap<string, PathForm>;
  /** Items that the checklist showed, once the employee has continued from it. */
  readonly offered?: ReadonlySet<string>;
  /** Items that apply: special cases, and sets of an express page (`formId/questionSetId`). */
  readonly checked: ReadonlySet<string>;
}

/** All screens from the first to the last, as far as the answers decide. The rest is what an ordinary employee sees. */
export function pathOf(state: PathState): PathPage[] {
  const { hostGave, mode } = state;
  const walked = state.flows.map((flow) => walkFlow(state, flow));
  const required = requiredForms(walked);
  const forms = required.flatMap(({ id }) => state.forms.get(id) ?? []);
  const items = checklistOf(state);
  const pages: PathPage[] = [
    ...(hostGave.addresses ? [] : [{ page: "addresses" } as const]),
    ...(state.addressDiffers ? [{ page: "confirm" } as const] : []),
    ...(items.length === 0 ? [] : [{ page: "checklist", items } as const]),
    ...walked.flatMap((one) => one.pages),
  ];
  if (required.length === 0) return [...pages, { page: "empty" }];
  if (!hostGave.person) pages.push({ page: "person" });
  for (const form of forms) {
    const own = walkForm(state, form, items).pages;
    pages.push(...own);
    if (own.at(-1)?.page === "ineligible") return pages;
  }
  const last = mode === "sign" ? (["review", "sign", "done"] as const) : (["review", "done"] as const);
  return [...pages, ...last.map((page) => ({ page }))];
}

/** What the checklist shows. It does not depend on what is checked, so it stays the same when the employee comes back. */
function checklistOf(state: PathState): readonly ChecklistItem[] {
  const listed = new Set<string>();
  return ordinary(state.flows).flatMap((flow) => {
    const { items, forms } = walkFlow({ ...state, checked: new Set() }, flow);
    const own = forms.flatMap(({ id }) => (listed.has(id) ? [] : (state.forms.get(id) ?? [])));
    for (const { id } of own) listed.add(id);
    return [...items, ...own.flatMap((form) => expressItems(form, flow.id))];
  });
}

/** Flows without the answers of the employee. */
function ordinary(flows: readonly PathFlow[]): readonly PathFlow[] {
  return flows.map((flow) => ({ ...flow, answers: {} }));
}

/** Identifies a screen while the list around it changes. */
export function pageKey(page: PathPage): string {
  const { page: name } = page;
  if (name === "flow") return itemId(name, page.flowId, page.questionSetId);
  if (name === "questions") return itemId(name, page.formId, page.questionSetId);
  if (name === "express") return itemId(name, page.formId, page.questionSetIds[0] ?? "");
  return name === "ineligible" ? itemId(name, page.formId) : name;
}

/** Step and number of steps, as the employee sees them: each screen is one step. */
export function progressAt(
  pages: readonly PathPage[],
  key: string,
): { readonly step: number; readonly of: number } | undefined {
  const index = pages.findIndex((page) => pageKey(page) === key);
  return index < 0 ? undefined : { step: index + 1, of: pages.length };
}

/** The screen after one; undefined after the last one, or if the screen is not on the path anymore. */
export function pageAfter(pages: readonly PathPage[], key: string): PathPage | undefined {
  const index = pages.findIndex((page) => pageKey(page) === key);
  return index < 0 ? undefined : pages[index + 1];
}

/** The forms that the answers to all flows require, each once. */
export function formsOf(state: Pick<PathState, "flows" | "language" | "checked">): readonly FormSummary[] {
  return requiredForms(state.flows.map((flow) => walkFlow(state, flow)));
}

/** The forms of an employee to whom nothing special applies. Their statements are on the checklist. */
export function ordinaryFormsOf({
  flows,
  language,
}: Pick<PathState, "flows" | "language">): readonly FormSummary[] {
  return formsOf({ flows: ordinary(flows), language, checked: new Set() });
}

/** Answers to a flow's sets: on separate pages, by what is checked, and what is not asked. */
export function answersOfFlow(state: Pick<PathState, "language" | "checked">, flow: PathFlow): Answers {
  return { ...flow.answers, ...walkFlow(state, flow).answers };
}

/** Answers to a form's sets, including those that say that an express set does not apply. */
export function answersOfForm(state: PathState, form: PathForm, path: readonly PathPage[]): Answers {
  const items = path.flatMap((page) => (page.page === "checklist" ? page.items : []));
  return walkForm(state, form, items).answers;
}

/** Whether the employee chose that a set of the form does not apply, so that it has no separate page. */
export function isSkipped(
  { path }: { readonly path: readonly PathPage[] },
  formId: string,
  questionSetId: string,
): boolean {
  return !path.some(
    (page) => page.page === "questions" && page.formId === formId && page.questionSetId === questionSetId,
  );
}

/** For each form of the flows, the ids of all its editions in other languages, and its own. */
export function editionsOf(flows: readonly PathFlow[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const set of flows.flatMap(({ sets }) => [...sets.values()])) {
    const options = (set.questions[0]?.questionOptions ?? []).filter(
      ({ formLanguage }) => formLanguage !== undefined,
    );
    const lists = options.map(({ formsToComplete = [] }) => formsToComplete.map(({ id }) => id));
    for (const ids of lists)
      for (const [index, id] of ids.entries())
        found.set(
          id,
          lists.flatMap((list) => list[index] ?? []),
        );
  }
  return found;
}

/** Flows of which several special cases are checked that no answer combines, although a flow takes one. */
export function conflicts({
  flows,
  language,
  checked,
}: Pick<PathState, "flows" | "language" | "checked">): string[] {
  return flows
    .filter((flow) => {
      const { items } = walkFlow({ language, checked: new Set() }, flow);
      const here = new Set(items.flatMap(({ id }) => (checked.has(id) ? [id] : [])));
      const sets = [...flow.sets.values()].filter((set) =>
        itemsOf(flow.id, set).some(({ id }) => here.has(id)),
      );
      return sets.length > 1 || sets.some((set) => !isOneAnswer(flow.id, set, here));
    })
    .map(({ id }) => id);
}

interface WalkedFlow {
  readonly items: readonly ChecklistItem[];
  readonly pages: readonly PathPage[];
  readonly forms: readonly FormSummary[];
  readonly answers: Answers;
  /** A special case of it is checked. */
  readonly isSpecial: boolean;
}

/** Follows a flow. Special cases go to the checklist until the flow asks something else. */
function walkFlow(
  { language, checked }: Pick<PathState, "language" | "checked">,
  { id, sets, answers, given: placed = {}, formsToComplete = [] }: PathFlow,
): WalkedFlow {
  const items: ChecklistItem[] = [];
  const pages: PathPage[] = [];
  const given: Record<string, Answers[string]> = {};
  let forms = formsToComplete;
  let onChecklist = true;
  let isSpecial = false;
  let set = [...sets.values()][0];
  const seen = new Set<string>();
  while (set !== undefined && !seen.has(set.id)) {
    seen.add(set.id);
    const ordinary = ordinaryAnswer(set, language);
    const questionId = set.questions[0]?.id ?? "";
    let answer = ordinary;
    let isAsked = false;
    if (placed[questionId] !== undefined) {
      onChecklist = false;
      answer = String(placed[questionId]);
    } else if (!asksOnlyLanguage(set)) {
      onChecklist &&= listsSpecialCases(set);
      if (onChecklist) {
        items.push(...itemsOf(id, set));
        answer = checkedAnswer(id, set, checked) ?? ordinary;
        // What follows a special case is not about ordinary employees.
        onChecklist = answer === ordinary;
        isSpecial = !onChecklist;
      } else {
        pages.push({ page: "flow", flowId: id, questionSetId: set.id });
        const own = textOf(answers[questionId]);
        // Chosen in another language, which the session decides.
        isAsked = own === undefined || !isEdition(set, own);
        answer = isAsked ? (own ?? ordinary) : ordinary;
      }
    }
    if (!isAsked && answer !== undefined) given[questionId] = answer;
    const option = set.questions[0]?.questionOptions?.find((one) => String(one.value) === answer);
    forms = [...forms, ...(option?.formsToComplete ?? [])];
    const next = mappingFor(set, answer)?.nextQuestionSetId;
    set = next === undefined ? undefined : sets.get(next);
  }
  return { items, pages, forms, answers: given, isSpecial };
}

function requiredForms(walked: readonly WalkedFlow[]): readonly FormSummary[] {
  const all = walked.flatMap(({ forms }) => forms);
  return [...new Map(all.map((form) => [form.id, form])).values()].map((form) => {
    const given = all.flatMap((one) => (one.id === form.id && one.given !== undefined ? [one.given] : []));
    return given.length === 0 ? form : { ...form, given: agreed(given) };
  });
}

/** Special cases of a form that its path starts with. */
function expressItems({ id, sets }: PathForm, flowId: string): ChecklistItem[] {
  const items: ChecklistItem[] = [];
  let set = [...sets.values()][0];
  while (set?.express?.place === "CHECKLIST") {
    items.push({ id: itemId(id, set.id), of: id, flowId, text: set.express.statement });
    set = sets.get(nextWith(set, set.express.answers) ?? "");
  }
  return items;
}

interface WalkedForm {
  readonly pages: readonly PathPage[];
  readonly answers: Answers;
}

function walkForm(state: PathState, form: PathForm, items: readonly ChecklistItem[]): WalkedForm {
  const offered = offeredFor(state, form, items);
  const pages: PathPage[] = [];
  const trail: QuestionSet[] = [];
  const together = new Set<string>();
  const { given = {} } = form;
  let answers: Answers = { ...form.answers, ...given };
  let set = [...form.sets.values()][0];
  while (set !== undefined && !trail.includes(set)) {
    trail.push(set);
    const { express, id } = set;
    const item = itemId(form.id, id);
    const asked = set.questions.filter(({ isCalculated }) => !isCalculated);
    const isGiven = asked.length > 0 && asked.every((question) => given[question.id] !== undefined);
    if (express?.place === "PAGE" && !together.has(id)) {
      const run = pageFrom(set, form.sets);
      for (const one of run) together.add(one);
      pages.push({ page: "express", formId: form.id, questionSetIds: run });
    }
    const wasOffered = together.has(id) || (express?.place === "CHECKLIST" && offered.has(item));
    const isDenied = Object.entries(express?.answers ?? {}).some(([id, no]) => (given[id] ?? no) !== no);
    if (express !== undefined && wasOffered && !isDenied && !state.checked.has(item))
      answers = { ...withoutSet(answers, set, express.answers), ...given };
    else if (!isGiven) pages.push({ page: "questions", formId: form.id, questionSetId: id });
    const mapping = decided(trail, answers) ?? likely(set);
    if (mapping?.nextQuestionSetId === "INELIGIBLE")
      return { pages: [...pages, { page: "ineligible", formId: form.id }], answers };
    set = form.sets.get(mapping?.nextQuestionSetId ?? "");
  }
  return { pages, answers };
}

/**
 * The statements that the employee answered by not checking them. A form of a special case is asked all of its questions: what
 * the employee checked may be what the form asks.
 */
function offeredFor(
  state: PathState,
  { id }: PathForm,
  items: readonly ChecklistItem[],
): ReadonlySet<string> {
  const isSpecial = state.flows
    .map((flow) => walkFlow(state, flow))
    .some((walked) => walked.isSpecial && walked.forms.some((form) => form.id === id));
  return isSpecial ? new Set() : (state.offered ?? new Set(items.map((item) => item.id)));
}

/** What the employee answered in a set before saying that it does not apply must not count. */
function withoutSet(answers: Answers, { questions }: QuestionSet, instead: Answers): Answers {
  const others = Object.entries(answers).filter(([id]) => questions.every((question) => question.id !== id));
  return { ...Object.fromEntries(others), ...instead };
}

/** Sets that are on one page: each leads to the next if it does not apply. */
function pageFrom(first: QuestionSet, sets: PathForm["sets"]): string[] {
  const ids: string[] = [];
  let set: QuestionSet | undefined = first;
  while (set?.express?.place === "PAGE" && !ids.includes(set.id)) {
    ids.push(set.id);
    set = sets.get(nextWith(set, set.express.answers) ?? "");
  }
  return ids;
}

type Mapping = ReturnType<typeof mappingsOf>[number][1];

/** Where the answers lead; undefined while they do not decide it. */
function decided(trail: readonly QuestionSet[], answers: Answers): Mapping | undefined {
  const set = trail.at(-1);
  if (set === undefined) return undefined;
  const { navigation } = set;
  if (navigation.navigationType === "CONSTANT") return navigation.navigationMapping;
  const question = trail.flatMap(({ questions }) => questions).find(({ id }) => id === navigation.questionId);
  const own = set.questions.filter(({ isCalculated }) => !isCalculated);
  const isAnswered = question?.isCalculated
    ? own.length === 0 || own.some(({ id }) => answers[id] !== undefined)
    : answers[navigation.questionId] !== undefined;
  return isAnswered
    ? mappingFor(set, textOf(readValues(trail, answers).get(navigation.questionId)))
    : undefined;
}

/** Where most employees go from a set without answers: no to a question, else where most options lead. */
function likely(set: QuestionSet): Mapping | undefined {
  const possible = mappingsOf(set).filter(([, { nextQuestionSetId }]) => nextQuestionSetId !== "INELIGIBLE");
  const no = possible.find(([answer]) => answer === "false");
  if (no !== undefined) return no[1];
  const count = (id: string | undefined) =>
    possible.filter(([, { nextQuestionSetId }]) => nextQuestionSetId === id).length;
  const max = Math.max(...possible.map(([, { nextQuestionSetId }]) => count(nextQuestionSetId)));
  return possible.find(([, { nextQuestionSetId }]) => count(nextQuestionSetId) === max)?.[1];
}

function nextWith(set: QuestionSet, answers: Answers): string | undefined {
  return decided([set], answers)?.nextQuestionSetId;
}

function mappingFor(set: QuestionSet, answer: string | undefined): Mapping | undefined {
  return set.navigation.navigationType === "CONSTANT"
    ? set.navigation.navigationMapping
    : set.navigation.navigationMappings[answer ?? ""];
}

function mappingsOf({ navigation }: QuestionSet) {
  return navigation.navigationType === "CONSTANT"
    ? [["", navigation.navigationMapping] as const]
    : Object.entries(navigation.navigationMappings);
}

function textOf(answer: unknown): string | undefined {
  return answer === undefined || answer === null ? undefined : String(answer);
}
