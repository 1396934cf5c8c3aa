import type { Residence } from "../schema/questions.js";

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
    const fits = fitsHome(id, home, state);
    fitting.set(fits, [...(fitting.get(fits) ?? []), given(option)]);
  }
  fitting.delete(anywhere);
  return [...fitting].map(([fits, options]) => `not (${options.join(" or ")}) or ${fits}`);
}

const anywhere = "true";

function fitsHome(id: string, home: Home, state: string): string {
  if (home === "any") return anywhere;
  if (home === "same") return `employee.region == ${id}`;
  if (home === "outside") return `employee.region != "${state}"`;
  const states = home === "inside" ? [state] : home;
  return states.map((code) => `employee.region == "${code}"`).join(" or ");
}
