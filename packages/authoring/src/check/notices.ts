import { serviceNotices } from "@withholding-forms/contract";
import type { CompiledContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import { noticePath } from "../compile/notices.js";
import type { Report } from "../read/problem.js";
import { duties as knownDuties } from "../schema/form.js";

/** Every code of notices.yaml is used. */
export function checkNoticeCodes({ content, forms }: CompiledContent, report: Report): void {
  const { notices } = content;
  const used = new Set<string>([
    ...serviceNotices,
    ...forms.flatMap(({ form }) => form.notices.map(({ code }) => code)),
  ]);
  for (const code of serviceNotices)
    if (!Object.hasOwn(notices.data, code))
      report({ ...notices.at([]), rule: "notice", message: `the service sends ${code}: add it` });
  if (!content.whole) return;
  for (const code of Object.keys(notices.data))
    if (!used.has(code))
      report({ ...notices.at([code]), rule: "notice", message: `no form has ${code}: remove it` });
}

/** A form says what its text wants from the employer, has a notice for each duty, and speaks to whom each is for. */
export function checkNotices({ context, form: { notices } }: FormParts): void {
  const { form, parameters, page } = context.form;
  const { duties, use } = form.data;
  const known = context.content.notices.data;
  const complain = (path: readonly string[], message: string): void =>
    context.report(form, path, "notice", message);
  for (const [index, { code, message }] of notices.entries()) {
    const fault = addressFault(known[code]?.audience, message.en);
    if (fault !== undefined) context.report(form, noticePath(context, index, "message"), "notice", fault);
  }
  for (const id of Object.keys(parameters.data))
    if (id.endsWith(".employerInterventionRequired"))
      context.report(
        parameters,
        [id],
        "notice",
        `${id} is written by hand: write a notice that blocks payroll, and remove it here`,
      );
  if (duties === undefined)
    return complain([], "does not say what the employer has to do with it: add `duties:`, [] for nothing");
  const stated = new Set<string>(duties);
  const actions = new Set(notices.map(({ code }) => known[code]?.action ?? ""));
  for (const duty of duties)
    if (!actions.has(duty)) complain(["duties"], `no notice has the action ${duty}: write one`);
  for (const action of actions)
    if (knownDuties.some((one) => one === action) && !stated.has(action))
      complain(["duties"], `a notice has the action ${action}: add it`);
  const text = JSON.stringify([use, page.data]).replaceAll(denied, "");
  for (const [wording, alternatives] of dutyTexts) {
    const found = wording.exec(text)?.[0];
    if (found !== undefined && !alternatives.some((duty) => stated.has(duty)))
      complain(["duties"], `the text says "${found}": add one of ${alternatives.join(", ")}`);
  }
}

/** A notice is read without its audience where the specification's `notice` joins several, so its words name the reader. */
function addressFault(audience: string | undefined, message: string): string | undefined {
  const toEmployee = /\byours?\b|\byou\b/i.test(message);
  if (audience === "EMPLOYEE" && (!toEmployee || /\bthe employee\b/i.test(message)))
    return "is for the employee: write it to them as you, without `the employee`";
  if (
    audience === "EMPLOYER" &&
    (toEmployee || !/\bthe (?:employer|withholding agent|payer)\b/i.test(message))
  )
    return "is for the employer: name the employer, and do not write you";
  return undefined;
}

/** What the form's text does not want, or wants only if somebody asks. */
const denied = /[^.;:,"]*\b(?:not|never|on request|only if)\b[^.;:,"]*/gi;

const dutyTexts = [
  [/\bemployer(?:,? who|:)? keeps?\b/i, ["KEEP"]],
  [
    /\b(?:sends?|mails?|forwards?) (?:a|another|the) (?:copy|original)\b/i,
    ["SEND_COPY_TO_AGENCY", "SEND_ORIGINAL_TO_AGENCY", "REPORT_DOUBTS"],
  ],
  [/\battach(?:ed)?\b/i, ["ATTACH_DOCUMENT"]],
  [/\breports? (?:a |any )?doubtful\b|\bif it (?:believes|doubts)\b/i, ["REPORT_DOUBTS"]],
] as const;
