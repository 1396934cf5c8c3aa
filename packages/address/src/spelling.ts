/** How many typos a name of this length can have and still be recognized. */
export function slipsAllowed(length: number): number {
  if (length < 5) return 0;
  return length < 9 ? 1 : 2;
}

/**
 * The number of typos between `a` and `b` (a letter added, missing, or changed, or two adjacent letters swapped: optimal
 * string alignment), or `limit` + 1 if there are more. Names longer than any city's never match.
 */
export function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit || b.length >= maxLength) return limit + 1;
  let beforeLast = rowA;
  let last = rowB;
  let current = rowC;
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    current[0] = i;
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min(last[j]! + 1, current[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      const swapped =
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (swapped) cost = Math.min(cost, beforeLast[j - 2]! + 1);
      current[j] = cost;
      if (cost < best) best = cost;
    }
    if (best > limit) return limit + 1;
    const spare = beforeLast;
    beforeLast = last;
    last = current;
    current = spare;
  }
  return Math.min(last[b.length]!, limit + 1);
}

// One set of rows for all calls: a lookup compares with every city of a state.
const maxLength = 64;
const rowA = new Uint8Array(maxLength + 1);
const rowB = new Uint8Array(maxLength + 1);
const rowC = new Uint8Array(maxLength + 1);

/** Two ZIP Codes that differ in one digit, or in two swapped adjacent digits. */
export function isZipSlip(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let first = -1;
  let different = 0;
  for (let at = 0; at < a.length; at++) {
    if (a[at] === b[at]) continue;
    if (first === -1) first = at;
    different++;
  }
  if (different === 1) return true;
  return different === 2 && a[first] === b[first + 1] && a[first + 1] === b[first];
}
