/**
 * The pairs of rows and columns with the greatest total, with each row and each column in up to one pair (the Hungarian
 * method). Returns the column of each row, or -1 if leaving the row unpaired is better.
 */
export function assign(scores: readonly (readonly number[])[], columns: number): number[] {
  const rows = scores.length;
  // One extra column per row lets the row stay unpaired.
  const width = columns + rows;
  const cost = (row: number, column: number): number =>
    column < columns ? -(scores[row]?.[column] ?? 0) : 0;
  const rowPrice = new Float64Array(rows + 1);
  const columnPrice = new Float64Array(width + 1);
  const rowOf = new Int32Array(width + 1);
  for (let row = 1; row <= rows; row += 1) {
    const before = new Int32Array(width + 1);
    const slack = new Float64Array(width + 1).fill(Number.POSITIVE_INFINITY);
    const used = new Uint8Array(width + 1);
    rowOf[0] = row;
    let column = 0;
    do {
      used[column] = 1;
      const current = rowOf[column]!;
      let step = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let other = 1; other <= width; other += 1) {
        if (used[other] === 1) continue;
        const reduced = cost(current - 1, other - 1) - rowPrice[current]! - columnPrice[other]!;
        if (reduced < slack[other]!) {
          slack[other] = reduced;
          before[other] = column;
        }
        if (slack[other]! < step) {
          step = slack[other]!;
          next = other;
        }
      }
      for (let other = 0; other <= width; other += 1) {
        if (used[other] === 1) {
          rowPrice[rowOf[other]!]! += step;
          columnPrice[other]! -= step;
        } else slack[other]! -= step;
      }
      column = next;
    } while (rowOf[column] !== 0);
    for (; column !== 0; column = before[column]!) rowOf[column] = rowOf[before[column]!]!;
  }
  const found = new Array<number>(rows).fill(-1);
  for (let column = 1; column <= columns; column += 1) {
    const row = rowOf[column]!;
    if (row > 0 && (scores[row - 1]?.[column - 1] ?? 0) > 0) found[row - 1] = column - 1;
  }
  return found;
}
