// The type check of all tests together knows no browser: this file brings it in.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from "playwright-core";

export type TestAnswer = string | boolean | readonly string[];

/** What there is to see of a page, and its main button. */
interface Steps {
  kind(): Promise<string>;
  heading(): Promise<string>;
  next(): Promise<void>;
}

const asking: ReadonlySet<string> = new Set(["checklist", "flow", "questions", "express"]);

/** Answers page after page until one of another kind appears, and returns their headings. */
export async function walk(
  page: Page,
  answers: Readonly<Record<string, TestAnswer>>,
  { kind, heading, next }: Steps,
): Promise<readonly string[]> {
  const headings: string[] = [];
  while (asking.has(await kind())) {
    headings.push(await heading());
    await answerAll(page, answers);
    const none = page.locator("#none-apply");
    if ((await none.count()) && !(await page.locator("form input:checked").count())) await none.check();
    await next();
    if (await page.locator(".summary").count()) throw new Error(await page.locator(".summary").innerText());
    if (headings.length > 40) throw new Error("The form does not end.");
  }
  return headings;
}

/**
 * Questions by id, and items of a checklist by their names, such as `W4101/QS8`. An answer may bring up another question,
 * which is then answered in the next round.
 */
async function answerAll(page: Page, answers: Readonly<Record<string, TestAnswer>>): Promise<void> {
  for (const done = new Set<string>(); ; ) {
    const asked = await page
      .locator("form :is(input, select, textarea):not(:disabled)")
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).name || one.id));
    const open = Object.entries(answers).filter(
      ([id]) => !done.has(id) && asked.some((one) => one === `q-${id}` || one === id),
    );
    if (open.length === 0) break;
    for (const [id, value] of open) {
      if (asked.includes(id)) await page.locator(`[name="${id}"]`).setChecked(value === true);
      else await answerOne(page, `q-${id}`, value);
      done.add(id);
    }
  }
}

export async function answerOne(page: Page, id: string, value: TestAnswer): Promise<void> {
  const radio = page.locator(`input[type=radio][name="${id}"]`);
  if (await radio.count()) {
    // Of several, the one that this form has.
    const values = [value].flat().map((one) => `[value="${one}"]`);
    await page.locator(`input[type=radio][name="${id}"]:is(${values.join(", ")})`).check();
    return;
  }
  const control = page.locator(`#${id}`);
  const tag = await control.evaluate((element) => `${element.tagName} ${(element as HTMLInputElement).type}`);
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(String(value));
  if (date !== null && (await page.locator(`#${id}-year`).count())) {
    const group = control.locator("xpath=ancestor::div[contains(@class, 'date')]");
    await group.locator("select").selectOption(date[2] ?? "");
    await group
      .locator("input")
      .first()
      .fill(String(Number(date[3])));
    await group
      .locator("input")
      .last()
      .fill(date[1] ?? "");
  } else if (tag.startsWith("SELECT")) await control.selectOption(String(value));
  else if (tag === "INPUT checkbox") await control.setChecked(value === true);
  else {
    await control.fill(String(value));
    await control.blur();
  }
}
