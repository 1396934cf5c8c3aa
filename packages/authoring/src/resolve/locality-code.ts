import { isRecord, type Source } from "../read/source.js";

/** What a form of a locality writes for the code of that locality, in formulas, options and ids of parameters. */
const placeholder = "LOCALITY";

/** The file with the code of the form's locality in place, so that forms of several localities can share it. */
export function withLocality<T>(source: Source<T>, code: string): Source<T> {
  const put = (text: string): string => text.replaceAll(/(?<![A-Z])LOCALITY(?![A-Z])/g, code);
  const walk = (node: unknown): unknown => {
    if (typeof node === "string") return put(node);
    if (Array.isArray(node)) return node.map(walk);
    if (!isRecord(node)) return node;
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [put(key), walk(item)]));
  };
  const written = (key: string | number): string | number =>
    typeof key === "string" && key.startsWith(`${code}.`) ? key.replace(code, placeholder) : key;
  return {
    ...source,
    data: walk(source.data) as T,
    at: (path) => {
      const plain = source.at(path);
      const placed = source.at(path.map(written));
      // The deeper of the two is on the later line.
      return placed.line > plain.line ? placed : plain;
    },
  };
}
