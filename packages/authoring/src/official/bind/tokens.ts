/** The words of a label in a shape in which two wordings of the same thing have words in common. */
export function tokensOf(text: string): string[] {
  const plain = text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/(\d),(\d)/g, "$1$2")
    .replace(/m\.\s?i\b\.?/g, "middle initial");
  return (plain.match(/[a-z]+|\d+[a-z]?\b|\d+/g) ?? []).flatMap(
    (word) => abbreviations[word] ?? (stopWords.has(word) ? [] : [word.slice(0, stemLength)]),
  );
}

/** How rare each word is among the texts: a word that all labels have says nothing about one of them. */
export function rarity(texts: readonly (readonly string[])[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const words of texts) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => Math.log(1 + texts.length / (1 + (counts.get(word) ?? 0)));
}

/** From 0, nothing in common, to 1, the same words. */
export function likeness(
  a: readonly string[],
  b: readonly string[],
  weight: (word: string) => number,
): number {
  const [left, right] = [new Set(a), new Set(b)];
  const sum = (words: Iterable<string>): number =>
    [...words].reduce((total, word) => total + weight(word), 0);
  const common = sum([...left].filter((word) => right.has(word)));
  const all = Math.sqrt(sum(left) * sum(right));
  return all === 0 ? 0 : common / all;
}

/** "deduction", "deductions" and "deductible" begin alike, and so do their Spanish and French relatives. */
const stemLength = 6;

const abbreviations: Readonly<Record<string, readonly string[]>> = {
  ssn: ["social", "securi", "number"],
  ein: ["employ", "identi", "number"],
  fein: ["federa", "employ", "identi", "number"],
  zipcode: ["zip"],
  postal: ["zip"],
};

const stopWords = new Set(
  [
    "a an and as at be by for from i if in is it its me my of on or so that the this to was which will with you your",
    "al con de del el en es la las lo los o para por que se si su sus un una usted y",
    "au aux ce cette dans des du est et le les ou par pour que qui si sur un une vos votre vous",
  ].flatMap((words) => words.split(" ")),
);
