import { depth, isRecord, type Path, type Source } from "../read/source.js";

export interface StrayChange {
  readonly path: Path;
  readonly message: string;
}

/** What a version removes from the one it extends, or changes in its page, although that one does not have it. */
export function strayChanges(base: Source, over: Source, name: string): StrayChange[] {
  const removed = removals(over.data, []).filter((path) => depth(base.data, path) < path.length);
  return [
    ...removed.map((path) => ({
      path,
      message: `${base.file} has no "${path.join(".")}" to remove: correct the name, or leave it out`,
    })),
    ...(name === "page" ? strayBlocks(base, over) : []),
  ];
}

function removals(data: unknown, path: Path): Path[] {
  if (data === null) return [path];
  if (!isRecord(data)) return [];
  return Object.entries(data).flatMap(([key, item]) => removals(item, [...path, key]));
}

/** A block under a new key belongs after another one; without `after` the key is usually a mistake. */
function strayBlocks(base: Source, over: Source): StrayChange[] {
  const pieces = isRecord(over.data["pieces"]) ? Object.keys(over.data["pieces"]) : [];
  return [["blocks"], ...pieces.map((piece) => ["pieces", piece])].flatMap((path) => {
    const [under, changes] = [at(base.data, path), at(over.data, path)];
    if (!isRecord(under) || !isRecord(changes)) return [];
    return Object.entries(changes).flatMap(([key, block]) => {
      if (Object.hasOwn(under, key) || !isRecord(block) || "after" in block) return [];
      const message = `${base.file} has no block "${key}" to change: correct the key, or say with \`after\` where a new block belongs`;
      return [{ path: [...path, key], message }];
    });
  });
}

function at(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((found, key) => (isRecord(found) ? found[key] : undefined), data);
}
