import { FAILSAFE_SCHEMA, load, Type } from "js-yaml";

/**
 * The data of a YAML file, without positions, from a parser that takes a third of the time. It accepts more than the thorough
 * one, such as a quoted text whose next line is not indented. Undefined for a file that is left to the thorough one: one
 * with an error, which only that explains, or with something that the two read differently. As a key, this one would take
 * `1.0` for `1`, `True` for `true`, and an empty one for `null`.
 */
export function quickData(text: string): unknown {
  if (bareMark.test(text)) return undefined;
  try {
    return load(text, { schema });
  } catch {
    return undefined;
  }
}

/** What may be the mark of a key, or of its value, without a key before it. */
const bareMark = /^[ \t]*(?:- +)*[?:](?:\s|$)|[[{,]\s*[?:](?:\s|$)/m;

/** A type of plain words. A word that is not written as JavaScript writes its value ends the reading of the file. */
function plainType(name: string, words: RegExp, read: (word: string) => unknown): Type {
  return new Type(`tag:yaml.org,2002:${name}`, {
    kind: "scalar",
    resolve: (word: string) => {
      if (!words.test(word)) return false;
      if (String(read(word)) !== word) throw new Error(`${word} is left to the thorough parser`);
      return true;
    },
    construct: read,
  });
}

/** What YAML 1.2 takes for something else than text. */
const schema = FAILSAFE_SCHEMA.extend({
  implicit: [
    plainType("null", /^(?:~|null|Null|NULL)$/, () => null),
    plainType("bool", /^(?:true|True|TRUE|false|False|FALSE)$/, (word) => word === "true"),
    plainType(
      "float",
      /^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
      Number,
    ),
  ],
});
