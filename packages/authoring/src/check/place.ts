import type { FormParts } from "../compile/form.js";
import type { SetGroup } from "../compile/questions.js";
import type { Path } from "../read/source.js";

/** Where a set of a variant is: one with federal values has its own sets and those it shares. */
export function setPath(parts: FormParts, group: SetGroup, setId: string, ...rest: readonly string[]): Path {
  const own = parts.context.form.questions.data[group] ?? {};
  return [Object.hasOwn(own, setId) ? group : "sets", setId, ...rest];
}
