import { FAILSAFE_SCHEMA, load, Type } from "js-yaml";

/**
 * The data of a YAML file, without positions, from a parser that takes a third of the time. Undefined for a file that is
 * left to the thorough parser: one with an error, which only that explains, or with a word that the two read differently. As a
 * key, this one would take `1.0` for `1`, and `True` for `true`.
 */
export function quickData(text: string): unknown {
  try {
    return load(text, { schema });
  } catch {
    return undefined;
  }
}

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
