/** The sentence most like this one, by the share of words that both have; undefined where none is close. */
export function nearest(sentence: string, others: readonly string[], minLikeness = 0.75): string | undefined {
  const own = wordsOf(sentence);
  let best: { readonly sentence: string; readonly likeness: number } | undefined;
  for (const other of others) {
    const likeness = sharedWords(own, wordsOf(other));
    if (likeness >= minLikeness && likeness > (best?.likeness ?? 0)) best = { sentence: other, likeness };
  }
  return best?.sentence;
}

function wordsOf(sentence: string): string[] {
  return sentence.toLowerCase().match(/\{\{[^}]*\}\}|[\p{L}\p{N}]+/gu) ?? [];
}

/** Twice the words that both have, of all words (the Dice coefficient). */
function sharedWords(one: readonly string[], other: readonly string[]): number {
  const left = [...other];
  let shared = 0;
  for (const word of one) {
    const index = left.indexOf(word);
    if (index < 0) continue;
    left.splice(index, 1);
    shared++;
  }
  return (2 * shared) / Math.max(1, one.length + other.length);
}
