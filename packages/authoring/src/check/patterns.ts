import { createRequire } from "node:module";
import type * as recheck from "recheck";
import type { CompiledContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import { portabilityFault, spelledOut } from "../compile/portable-pattern.js";
import { rawQuestions } from "../compile/questions.js";
import type { Report } from "../read/problem.js";
import type { Path, Source } from "../read/source.js";

/** Patterns are anchored, mean the same in every language, and run in linear time. */
export function checkPatterns(compiled: CompiledContent, forms: readonly FormParts[], report: Report): void {
  const check = (source: Source, path: Path, pattern: string): void => {
    const message = faultOf(pattern);
    if (message !== undefined) report({ ...source.at(path), rule: "pattern", message });
  };
  const { answers, identity } = compiled.content;
  for (const [name, kind] of Object.entries(answers.data)) {
    if (kind.pattern !== undefined) check(answers, [name, "pattern"], kind.pattern);
  }
  for (const [name, kind] of Object.entries(identity.data.patterns))
    check(identity, ["patterns", name, "pattern"], kind.pattern);
  for (const { context } of forms) {
    const source = context.form.questions;
    const { sets, federalSets = {}, register } = rawQuestions(source);
    for (const [column, { pattern }] of Object.entries(register?.columns ?? {})) {
      const message = faultOf(pattern);
      if (message !== undefined)
        context.report(source, ["register", "columns", column, "pattern"], "pattern", message);
    }
    for (const [group, all] of Object.entries({ sets, federalSets })) {
      for (const [setId, set] of Object.entries(all)) {
        for (const [id, { pattern }] of Object.entries(set.questions)) {
          const message = pattern === undefined ? undefined : faultOf(pattern);
          if (message === undefined) continue;
          context.report(source, [group, setId, "questions", id, "pattern"], "pattern", message);
        }
      }
    }
  }
}

const faults = new Map<string, string | undefined>();

/** Checked once: proving that a pattern runs in linear time is slow. */
function faultOf(pattern: string): string | undefined {
  if (!faults.has(pattern)) faults.set(pattern, patternFault(spelledOut(pattern)));
  const fault = faults.get(pattern);
  return fault === undefined ? undefined : `${pattern.slice(0, 100)} ${fault}`;
}

export function patternFault(pattern: string): string | undefined {
  if (!isAnchored(pattern)) return "is not anchored: start it with ^ and end it with $";
  if (/\(\?(?!:)/.test(pattern))
    return "uses look-around or another group that not every language has: use (?: ) groups only";
  if (/\\[1-9]/.test(pattern)) return "uses a back-reference: write the alternatives out";
  try {
    new RegExp(pattern, "u");
  } catch {
    return "does not compile: correct its syntax";
  }
  const foreign = portabilityFault(pattern);
  if (foreign !== undefined) return foreign;
  // The prover reports every pattern with bounded repeats as safe, and starting it takes longer than the rest of the
  // check.
  if (!repeatsWithoutLimit(pattern)) return nestedFault(pattern);
  if (isTooLongToProve(pattern))
    return `is not proven to run in linear time: with *, + or {n,} keep it within ${maxProofLength} characters and counts`;
  // A proof instead of a search with a time limit: the result is the same on a busy machine.
  const verdict = prover().checkSync(pattern, "", { checker: "automaton", timeout: null });
  return verdict.status === "safe"
    ? undefined
    : `is not proven to run in linear time (${verdict.status}): bound its repeats with {1,n}`;
}

/** Loaded by the first pattern that needs it: most content has none. */
function prover(): typeof recheck {
  return createRequire(import.meta.url)("recheck") as typeof recheck;
}

const maxProofLength = 40;

function repeatsWithoutLimit(pattern: string): boolean {
  return /[*+]|\{\d+,\}/.test(withoutClasses(pattern));
}

const anyClass = /\[(?:\\.|[^\]\\])*\]/g;
const innerGroup = /\(\?:((?:\\.|\[(?:\\.|[^\]\\])*\]|[^()[\\])*)\)(\{\d+(?:,\d+)?\}|\??)/g;

/**
 * `(?:a{1,20}){1,20}` repeats a limited number of times, but tries a million splits of twenty letters. There is only
 * one split if each round starts with a character that occurs nowhere else in it.
 */
function nestedFault(pattern: string): string | undefined {
  let rest = pattern;
  for (let before = ""; before !== rest; ) {
    before = rest;
    for (const [, body = "", count = ""] of rest.matchAll(innerGroup)) {
      const max = Number(/(\d+)\}$/.exec(count)?.[1] ?? 1);
      const varies = /[?]|\{\d+,\d+\}/.test(body.replace(/\\./g, "").replace(anyClass, ""));
      if (max > 1 && varies && !startsUniquely(body))
        return "repeats a group that itself varies in length: start the group with a character that occurs nowhere else in it";
    }
    // Written without parentheses, so that the group around it is the inner one next.
    rest = rest.replace(innerGroup, (_, body: string, count: string) => `${body}${count}`);
  }
  return undefined;
}

function startsUniquely(body: string): boolean {
  const [start = "", first = ""] = /^\\?([^[\]{}?|])(?![{?])/.exec(body) ?? [];
  const others = body.slice(start.length);
  return (
    first !== "" &&
    ![first, "|"].some((mark) => others.replace(anyClass, "").includes(mark)) &&
    (others.match(anyClass) ?? []).every((one) => !new RegExp(one, "u").test(first))
  );
}

/** The proof grows exponentially with the length of the pattern. */
function isTooLongToProve(pattern: string): boolean {
  const plain = withoutClasses(pattern);
  const counts = [...plain.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(([, from, to]) => Number(to || from));
  return counts.reduce((sum, count) => sum + count, plain.length) > maxProofLength;
}

/** With one letter for each class and each escaped character. */
function withoutClasses(pattern: string): string {
  return pattern.replace(/\\./g, "x").replace(/\[[^\]]*\]/g, "x");
}

/** `^a|b$` is not: each side lacks one end. */
function isAnchored(pattern: string): boolean {
  const plain = withoutClasses(pattern);
  let depth = 0;
  const splits = [...plain].some((mark) => {
    depth += mark === "(" ? 1 : mark === ")" ? -1 : 0;
    return mark === "|" && depth === 0;
  });
  return plain.startsWith("^") && plain.endsWith("$") && !splits;
}
