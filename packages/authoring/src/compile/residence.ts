import type { Given } from "@withholding-forms/contract";
import type { QuestionSource, Residence } from "../schema/questions.js";

/** Where people who give an answer have their home. */
export type Home = Extract<Residence, string> | readonly string[];

/** What `residence` of a question says about one answer. Of a yes/no question, a word is about a yes. */
export function homeOf(residence: Residence | undefined, answer: string): Home | undefined {
  if (typeof residence === "object") return residence[answer] ?? residence["otherwise"];
  return answer === "false" ? undefined : residence;
}

/** The rules that `residence` of a question stands for: the state of the home address fits the answer. */
export function residenceRules(id: string, residence: Residence, isYesNo: boolean, state: string): string[] {
  if (typeof residence === "string" && !isYesNo) return [fitsHome(id, residence, state)];
  const homes = typeof residence === "object" ? residence : { true: residence };
  const given = (option: string): string => {
    const others = Object.keys(homes).filter((one) => one !== option);
    if (option === "otherwise") return `not (${others.map(given).join(" or ")})`;
    return isYesNo ? (option === "true" ? id : `not ${id}`) : `${id} == "${option}"`;
  };
  const fitting = new Map<string, string[]>();
  for (const [option, home] of Object.entries(homes)) {
    const others = Object.values(homes).filter((one) => one !== home);
    const fits = fitsHome(id, home, state, others);
    fitting.set(fits, [...(fitting.get(fits) ?? []), given(option)]);
  }
  fitting.delete(anywhere);
  return [...fitting].map(([fits, options]) => `not (${options.join(" or ")}) or ${fits}`);
}

/**
 * The answer that the home address determines, so that nobody needs to be asked: the state that it names, or the only answer
 * that fits it.
 */
export function givenByHome(
  { residence, required }: QuestionSource,
  options: readonly string[],
  isYesNo: boolean,
  state: string,
): Given | undefined {
  if (residence === undefined || required === "never") return undefined;
  if (residence === "same") return { value: "employee.region" };
  const homes = options.map((option) => homeOf(residence, option) ?? "any");
  if (isYesNo) {
    const yes = homeOf(residence, "true") ?? "any";
    if (homes.every((home) => home === "inside" || home === "outside") && homes[0] !== homes[1])
      return { value: fitsHome("", yes, state) };
    const isOpen = yes === "any" || homeOf(residence, "false") !== undefined;
    return isOpen ? undefined : { when: `not (${fitsHome("", yes, state)})`, value: "false" };
  }
  const states = homes.flatMap((home) => (home === "inside" ? [state] : home));
  if (["any", "outside"].some((home) => states.includes(home)) || new Set(states).size < states.length)
    return undefined;
  const cases = options.flatMap((option, index) => {
    const home = homes[index]!;
    return home === "elsewhere" ? [] : [`${fitsHome("", home, state)} ? "${option}" : `];
  });
  return { value: `${cases.join("")}"${options[homes.indexOf("elsewhere")] ?? ""}"` };
}

const anywhere = "true";

function fitsHome(id: string, home: Home, state: string, others: readonly Home[] = []): string {
  if (home === "elsewhere") return others.map((one) => `not (${fitsHome(id, one, state)})`).join(" and ");
  if (home === "any") return anywhere;
  if (home === "same") return `employee.region == ${id}`;
  if (home === "outside") return `employee.region != "${state}"`;
  const states = home === "inside" ? [state] : home;
  return states.map((code) => `employee.region == "${code}"`).join(" or ");
}
