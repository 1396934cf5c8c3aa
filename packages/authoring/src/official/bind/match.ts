import { assign } from "./assign.js";
import type { OurBox } from "./our-boxes.js";
import type { TheirBox } from "./their-boxes.js";
import { likeness, rarity, tokensOf } from "./tokens.js";

/** A field of the agency's file and the box of ours that it matches. */
export interface Match {
  readonly theirs: TheirBox;
  readonly ours: OurBox;
  /** From 0 to 1. */
  readonly confidence: number;
  /** The evidence for the match, as text. */
  readonly reasons: readonly string[];
  /** The agency's words that are most like ours. */
  readonly theirWords: string;
}

/**
 * Pairs fields with boxes by their words, the number of the line, and their neighbors: both pages have the same order.
 * Words and numbers decide first. Each round after that also looks at what the neighbors were paired with.
 */
export function matchBoxes(
  theirs: readonly TheirBox[],
  ours: readonly OurBox[],
  weights: Weights = pageWeights,
): Match[] {
  const evidence = evidenceFor(theirs, ours);
  let pairs = new Array<number>(theirs.length).fill(-1);
  let scores: number[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const anchors = pairs.map((box, at) => (round > 0 && isAnchor(scores, at, box, round) ? box : -1));
    scores = theirs.map((_, at) =>
      ours.map((_, box) => {
        const { possible, words, number } = evidence[at]![box]!;
        if (!possible) return 0;
        const place = round === 0 ? 0 : placeScore(anchors, at, box);
        // A line with one box has its own there, and not the short one inside its words.
        const inner = ours[box]!.inner && !theirs[at]!.followed ? weights.inner : 0;
        const total = weights.words * words + weights.number * number + weights.place * place + inner;
        return total < leastScore ? 0 : total;
      }),
    );
    pairs = assign(scores, ours.length);
  }
  return pairs.flatMap((box, at): Match[] => {
    const [one, other, found] = [theirs[at], ours[box], evidence[at]?.[box]];
    if (one === undefined || other === undefined || found === undefined) return [];
    const place = placeScore(pairs, at, box);
    const row = scores[at]!;
    const rival = Math.max(
      0,
      ...row.filter((_, index) => index !== box),
      ...scores.flatMap((line, index) => (index === at ? [] : [line[box]!])),
    );
    return [
      {
        theirs: one,
        ours: other,
        confidence: confidenceOf(row[box]!, rival),
        reasons: reasonsOf(found, place),
        theirWords: found.theirWords,
      },
    ];
  });
}

const rounds = 5;

/** What each kind of evidence counts for. */
export interface Weights {
  readonly words: number;
  readonly number: number;
  readonly place: number;
  readonly inner: number;
}

/** Our page has other words than the agency's, but the same lines in the same order. */
const pageWeights: Weights = { words: 0.5, number: 0.25, place: 0.4, inner: -0.12 };
const leastScore = 0.14;

interface Evidence {
  readonly possible: boolean;
  /** How alike the words are, from 0 to 1. */
  readonly words: number;
  readonly theirWords: string;
  /** 1 for the same number, negative for another. */
  readonly number: number;
  readonly line?: string;
}

function evidenceFor(theirs: readonly TheirBox[], ours: readonly OurBox[]): Evidence[][] {
  const spoken = ours.map(({ label, about }) => ({ label: tokensOf(label), about: tokensOf(about) }));
  const texts = withUsualSide(theirs.map(textsOf), spoken);
  const weight = rarity([
    ...spoken.map(({ label }) => label),
    ...texts.map((all) => all.flatMap(({ tokens }) => tokens)),
  ]);
  return theirs.map((one, at) =>
    ours.map((other, box) => {
      const { label, about } = spoken[box]!;
      const judged = texts[at]!.map(({ tokens, trust, text }) => ({
        text,
        score:
          trust *
          Math.max(likeness(label, tokens, weight), 0.9 * likeness([...label, ...about], tokens, weight)),
      }));
      if (one.field.kind === "check") judged.push(choiceScore(one, label, about, weight));
      const best = judged.reduce((a, b) => (b.score > a.score ? b : a), { text: "", score: 0 });
      const line = other.number !== undefined && one.numbers.has(other.number) ? other.number : undefined;
      const differs = other.number !== undefined && one.numbers.size > 0;
      const sameKind = (one.field.kind === "check") === (other.kind === "check");
      return {
        // No agency has a text field for the signature.
        possible: sameKind && other.role !== "signature",
        words: best.score,
        theirWords: best.text,
        number: line !== undefined ? 1 : differs ? -0.4 : 0,
        ...(line === undefined ? {} : { line }),
      };
    }),
  );
}

/** One of several boxes after a question: the question's words before the boxes, and the option's own next to or over it. */
function choiceScore(
  { field, near }: TheirBox,
  label: readonly string[],
  about: readonly string[],
  weight: (word: string) => number,
): { readonly text: string; readonly score: number } {
  const state = /#(.*)$/.exec(field.name)?.[1] ?? "";
  const own = Math.max(
    ...[near.right, near.left, near.head, state].map((text) => likeness(label, tokensOf(text), weight)),
  );
  const question = Math.max(...[near.row, near.lead].map((text) => likeness(about, tokensOf(text), weight)));
  return { text: `${near.lead} ${near.right || near.head}`.trim(), score: (own + question) / 2 };
}

/** Labels are over the boxes of one form and under those of another. */
function withUsualSide(
  texts: readonly (readonly Spoken[])[],
  ours: readonly { readonly label: readonly string[] }[],
): Spoken[][] {
  const flat = (): number => 1;
  const sum = (side: UsualSide): number =>
    texts
      .flatMap((all) => all.filter((one) => one.side === side))
      .reduce(
        (total, { tokens }) => total + Math.max(...ours.map(({ label }) => likeness(label, tokens, flat))),
        0,
      );
  const usual: Partial<Record<UsualSide, number>> = {
    ...(sum("below") > sum("above") * 1.1 ? { below: 1, above: 0.6 } : {}),
    ...(sum("before") > sum("after") * 1.1 ? { before: 1, after: 0.6 } : {}),
  };
  return texts.map((all) =>
    all.map((one) => ({
      ...one,
      trust: (one.side === undefined ? undefined : usual[one.side]) ?? one.trust,
    })),
  );
}

/** Where labels may be. A form is consistent: over or under text, before or after a check box. */
type UsualSide = "above" | "below" | "before" | "after";

interface Spoken {
  readonly side?: UsualSide;
  readonly text: string;
  readonly tokens: readonly string[];
  /** How reliable text at this position is. */
  readonly trust: number;
}

function textsOf({ field, near }: TheirBox): Spoken[] {
  const name = field.name.replace(/\[\d+\]/g, "").replace(/[#_.]/g, " ");
  const sides: readonly (readonly [string, number, UsualSide?])[] =
    field.kind === "check"
      ? [
          [near.right, 1, "after"],
          [near.left, 0.8, "before"],
          [`${near.row} ${near.right}`, 0.9],
          [near.row, 0.8],
          [near.above, 0.5],
        ]
      : [
          [near.above, 1, "above"],
          [near.left, 1],
          [near.lead, 1],
          [near.inside, 0.9],
          [near.below, 0.6, "below"],
          [near.right, 0.4],
        ];
  const own: readonly (readonly [string, number, UsualSide?])[] = [
    [field.tooltip ?? "", 1],
    [name, 0.9],
  ];
  return [...sides, ...own].flatMap(([text, trust, side]) => {
    const tokens = tokensOf(text);
    return tokens.length === 0 ? [] : [{ text, tokens, trust, ...(side === undefined ? {} : { side }) }];
  });
}

/** In later rounds, less certain pairs count as evidence, too. */
function isAnchor(scores: readonly (readonly number[])[], at: number, box: number, round: number): boolean {
  if (box < 0) return false;
  const row = scores[at] ?? [];
  const own = row[box] ?? 0;
  const rival = Math.max(0, ...row.filter((_, index) => index !== box));
  return own - rival > (round === 1 ? 0.15 : round === 2 ? 0.08 : 0);
}

/** 1 where the boxes before and after are those that are before and after on our page. */
function placeScore(pairs: readonly number[], at: number, box: number): number {
  const side = (step: 1 | -1): number | undefined => {
    for (
      let other = at + step;
      other >= 0 && other < pairs.length && Math.abs(other - at) <= 6;
      other += step
    ) {
      const pair = pairs[other]!;
      if (pair < 0 || pair === box) continue;
      const [theirs, ours] = [(other - at) * step, (pair - box) * step];
      return ours <= 0 ? 0 : 1 / (1 + Math.abs(theirs - ours));
    }
    return undefined;
  };
  const [before, after] = [side(-1), side(1)];
  if (before === undefined || after === undefined) return (before ?? after ?? 0) * 0.9;
  return (before + after) / 2;
}

function confidenceOf(score: number, rival: number): number {
  const sure = Math.min(1, score / 0.85);
  const clear = Math.min(1, Math.max(0, (score - rival) / 0.3));
  return Math.round((0.55 * sure + 0.45 * clear) * 100) / 100;
}

function reasonsOf({ words, theirWords, line }: Evidence, place: number): string[] {
  const short = theirWords.length > 60 ? `${theirWords.slice(0, 57)}...` : theirWords;
  return [
    ...(words > 0.15 ? [`words "${short}"`] : []),
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(place > 0.6 ? ["between the same neighbors"] : []),
  ];
}
