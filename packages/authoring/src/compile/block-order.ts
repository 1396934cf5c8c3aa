import type { BlockSource } from "../schema/page.js";

export type KeyedBlocks = Readonly<Record<string, BlockSource>>;

/** Blocks in the order in which they are drawn, each with its key. One with `after` follows the block it names. */
export function orderedBlocks(
  blocks: readonly BlockSource[] | KeyedBlocks,
  complain: (key: string, message: string) => void,
): (readonly [string | number, BlockSource])[] {
  if (isList(blocks)) return blocks.map((block, index) => [index, block] as const);
  const entries = Object.entries(blocks);
  const order = entries.filter(([, { after }]) => after === undefined).map(([key]) => key);
  // Of several after one block, the first written comes first.
  const last = new Map<string, string>();
  for (const [key, { after }] of entries) {
    if (after === undefined) continue;
    const place = order.indexOf(last.get(after) ?? after);
    if (place < 0)
      complain(key, `there is no block "${after}" to place this after: name one that comes before it`);
    order.splice(place < 0 ? order.length : place + 1, 0, key);
    last.set(after, key);
  }
  return order.flatMap((key) => {
    const block = blocks[key];
    return block === undefined ? [] : [[key, block] as const];
  });
}

function isList(blocks: readonly BlockSource[] | KeyedBlocks): blocks is readonly BlockSource[] {
  return Array.isArray(blocks);
}
