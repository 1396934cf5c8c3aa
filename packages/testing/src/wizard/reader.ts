// The type check of all tests together knows no browser: this file brings it in.
/// <reference lib="dom" />
import type { Locator, Page } from "playwright-core";

/** Something on the page as a screen reader finds it. */
export interface Found {
  readonly role: string;
  readonly name: string;
  readonly isChecked: boolean;
  /** What a field contains, or the wording of a text. */
  readonly value: string;
  /** How deep it is in the tree. */
  readonly depth: number;
}

/** The accessibility tree of the wizard in reading order. */
export async function readPage(page: Page): Promise<readonly Found[]> {
  const text = await page.locator("withholding-wizard").ariaSnapshot();
  return text.split("\n").flatMap((line) => {
    const parts = /^(\s*)- '?([a-z]+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]*\])*)'?(?:: ?(.*))?$/.exec(line);
    if (parts === null) return [];
    const [, indent = "", role = "", name = "", marks = "", value = ""] = parts;
    return [
      {
        role,
        name: name.replace(/\\(.)/g, "$1"),
        isChecked: marks.includes("[checked]") || marks.includes("[selected]"),
        value: value.replace(/^["']|["']$/g, ""),
        depth: indent.length,
      },
    ];
  });
}

/** What a group or a list contains. */
export function within(found: readonly Found[], outer: Found): readonly Found[] {
  const rest = found.slice(found.indexOf(outer) + 1);
  const end = rest.findIndex(({ depth }) => depth <= outer.depth);
  return end < 0 ? rest : rest.slice(0, end);
}

/**
 * What an employee answers to questions and fields: the first entry whose words are in the label. The label of a field in a group
 * starts with the name of the group, such as `Your home address: City`.
 */
export type Says = readonly (readonly [label: RegExp, answer: string])[];

export interface Employee {
  readonly says: Says;
  /** Boxes to check. */
  readonly checks?: readonly RegExp[];
}

/** How much work a page was. */
export interface Work {
  readonly clicks: number;
  /** Without the agency's full text. */
  readonly words: number;
  /** Height of the page without the agency's full text, and where its first control starts, in pixels. */
  readonly height: number;
  readonly firstControl: number;
}

const main =
  /^(?:Continue|Continue to sign|Sign|Continuer|Continuer vers la signature|Signer|Continuar|Firmar)\b/;
const consents = /^(?:I agree to sign electronically|Acepto firmar|J’accepte de signer)/;
const noneApplies = /^(?:None of these apply|Nada de esto|Rien de cela)/;

/**
 * Completes the page with the answers of the employee, and continues. Questions with yes and no are answered with no unless the
 * employee answers something else. Undefined if the page is the last one.
 */
export async function completePage(
  page: Page,
  employee: Employee,
  settled: () => Promise<void>,
): Promise<Work | undefined> {
  let clicks = 0;
  // An answer may bring up another question.
  for (
    let steps = await nextSteps(page, employee);
    steps.length > 0;
    steps = await nextSteps(page, employee)
  ) {
    for (const step of steps) if (await step()) clicks++;
  }
  // Answers bring up more to read.
  const size = await page.locator("withholding-wizard").evaluate(({ shadowRoot }) => {
    const all = <Kind extends Element>(selector: string): Kind[] => [
      ...(shadowRoot?.querySelectorAll<Kind>(selector) ?? []),
    ];
    const count = (elements: readonly HTMLElement[]): number =>
      elements.flatMap((one) => one.innerText.split(/\s+/).filter((word) => word !== "")).length;
    const agency = all<HTMLElement>(".in-full");
    const first = all("form :is(input, select, textarea, button)")[0];
    const fullHeight = agency.reduce((sum, one) => sum + one.getBoundingClientRect().height, 0);
    return {
      words: count(all(".wizard")) - count(agency),
      height: document.documentElement.scrollHeight - fullHeight,
      firstControl: (first?.getBoundingClientRect().top ?? 0) + window.scrollY,
    };
  });
  const button = page.getByRole("button", { name: main });
  if ((await button.count()) === 0) return undefined;
  await button.last().click();
  await settled();
  const found = await readPage(page);
  const alert = found.find(({ role }) => role === "alert");
  if (alert !== undefined) throw new Error(textOf(within(found, alert)));
  return { ...size, clicks: clicks + 1 };
}

/** True if it takes a click. */
type Step = () => Promise<boolean>;

/** What to do next on the page: text to type in all empty fields up to the next click, or that click. */
async function nextSteps(page: Page, { says, checks = [] }: Employee): Promise<readonly Step[]> {
  const found = await readPage(page);
  const answerTo = (label: string): string | undefined => says.find(([one]) => one.test(label))?.[1];
  const typed: Step[] = [];
  const afterTyping = (step: Step): readonly Step[] => (typed.length > 0 ? typed : [step]);
  const click = (target: Locator): readonly Step[] => afterTyping(() => target.check().then(() => true));
  for (const one of found) {
    if (one.role === "radiogroup" && !within(found, one).some(({ isChecked }) => isChecked)) {
      const options = within(found, one).filter(({ role }) => role === "radio");
      const answer = answerTo(one.name);
      const option =
        answer === undefined
          ? options.find(({ name }) => /^(?:No|Non)$/.test(name))
          : options.find(({ name }) => name.startsWith(answer));
      if (option === undefined)
        throw new Error(`No answer to: ${one.name} (${options.map(({ name }) => name).join("; ")})`);
      const group = page.getByRole("radiogroup", { name: one.name, exact: true });
      return click(group.getByRole("radio", { name: option.name, exact: true }));
    }
    if (
      (one.role === "checkbox" || one.role === "radio") &&
      !one.isChecked &&
      [consents, ...checks].some((label) => label.test(one.name))
    )
      return click(page.getByRole(one.role, { name: one.name, exact: true }).first());
    const group = groupOf(found, one);
    const fill = fillStep(
      page,
      found,
      one,
      group,
      answerTo(group === undefined ? one.name : `${group}: ${one.name}`),
    );
    if (fill !== undefined && one.role === "textbox") typed.push(fill);
    else if (fill !== undefined) return afterTyping(fill);
  }
  const boxes = found.filter(({ role }) => role === "checkbox");
  const none = boxes.find(({ name }) => noneApplies.test(name));
  if (none !== undefined && !boxes.some(({ isChecked }) => isChecked))
    return click(page.getByRole("checkbox", { name: none.name, exact: true }));
  return typed;
}

/** Typing takes no click, choosing from a list does. */
function fillStep(
  page: Page,
  found: readonly Found[],
  one: Found,
  group: string | undefined,
  answer: string | undefined,
): Step | undefined {
  if (answer === undefined) return undefined;
  const around = group === undefined ? page : page.getByRole("group", { name: group, exact: true });
  const field = around.getByRole(one.role as "textbox", { name: one.name, exact: true });
  if (one.role === "textbox" && one.value === "")
    return async () => {
      await field.fill(answer);
      await field.blur();
      return false;
    };
  const chosen = within(found, one).find(({ role, isChecked }) => role === "option" && isChecked);
  if (one.role === "combobox" && chosen?.name !== answer)
    return async () => {
      await field.selectOption({ label: answer });
      return true;
    };
  return undefined;
}

/** The name of the group that a field is in. */
function groupOf(found: readonly Found[], one: Found): string | undefined {
  const before = found.slice(0, found.indexOf(one));
  return before.findLast(
    (outer) => outer.role === "group" && outer.name !== "" && within(found, outer).includes(one),
  )?.name;
}

function textOf(found: readonly Found[]): string {
  return found.map(({ name, value }) => name || value).join(" ");
}
