import type { Fault } from "../read/fault.js";
import type { Source } from "../read/source.js";
import type { QuestionSource, QuestionsSource, Residence, SetSource } from "../schema/questions.js";
import type { Vocabulary } from "./gates.js";

/** Where people who give an answer have their home. */
type Home = Extract<Residence, string> | readonly string[];

/** What `residence` of a question says about one answer. Of a yes/no question, a word is about a yes. */
export function homeOf(residence: Residence | undefined, answer: string): Home | undefined {
  if (typeof residence === "object") return residence[answer] ?? residence["otherwise"];
  return answer === "false" ? undefined : residence;
}

/**
 * Spells out what `residence` and `given` of the questions say: an answer that does not fit the home address breaks a rule,
 * with one message for all forms. Rules written by hand are reported.
 */
export function withHomeChecks(
  questions: Source<QuestionsSource>,
  vocabulary: Vocabulary,
  state: string,
  faults: Fault[],
): Source<QuestionsSource> {
  const inSets = (group: "sets" | "federalSets"): Record<string, SetSource> =>
    mapped(questions.data[group] ?? {}, (set, setId) => ({
      ...set,
      questions: mapped(set.questions, (question, id) => {
        const { checks = [] } = question;
        if (checks.some(({ must }) => must.includes("employee.region")))
          faults.push({
            source: questions,
            path: [group, setId, "questions", id, "checks"],
            rule: "residence",
            message: `a rule of "${id}" compares the home address: write \`residence\` or \`given\` instead`,
          });
        const rules = homeRules(id, question, vocabulary, state);
        if (rules.length === 0) return question;
        const { residence: message } = vocabulary.words;
        return { ...question, checks: [...checks, ...rules.map((must) => ({ must, message }))] };
      }),
    }));
  const { federalSets } = questions.data;
  const data = {
    ...questions.data,
    sets: inSets("sets"),
    ...(federalSets === undefined ? {} : { federalSets: inSets("federalSets") }),
  };
  return { ...questions, data };
}

function mapped<T>(all: Readonly<Record<string, T>>, change: (one: T, id: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(all).map(([id, one]) => [id, change(one, id)]));
}

function homeRules(
  id: string,
  { answer = "", residence, given }: QuestionSource,
  { kinds }: Vocabulary,
  state: string,
): string[] {
  const rules =
    residence === undefined
      ? []
      : residenceRules(id, residence, kinds[answer]?.value === "boolean", (home) => fitsHome(home, state));
  if (given === undefined) return rules;
  const same = `${id} == (${given.value})`;
  return [...rules, given.when === undefined ? same : `not (${given.when}) or ${same}`];
}

function residenceRules(
  id: string,
  residence: Residence,
  isYesNo: boolean,
  fits: (home: Home) => string,
): string[] {
  if (typeof residence === "string" && !isYesNo) return [fits(residence)];
  const homes = typeof residence === "object" ? residence : { true: residence };
  const given = (option: string): string => {
    const others = Object.keys(homes).filter((one) => one !== option);
    if (option === "otherwise") return `not (${others.map(given).join(" or ")})`;
    return isYesNo ? (option === "true" ? id : `not ${id}`) : `${id} == "${option}"`;
  };
  const answers = new Map<string, string[]>();
  for (const [option, home] of Object.entries(homes)) {
    if (home !== "any") answers.set(fits(home), [...(answers.get(fits(home)) ?? []), given(option)]);
  }
  return [...answers].map(([fit, options]) => `not (${options.join(" or ")}) or ${fit}`);
}

function fitsHome(home: Home, state: string): string {
  if (home === "outside") return `employee.region != "${state}"`;
  const states = typeof home === "string" ? [state] : home;
  return states.map((code) => `employee.region == "${code}"`).join(" or ");
}
