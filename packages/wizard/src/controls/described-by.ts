import { nothing } from "lit";

/** Value of `aria-describedby`: the hint of a field, and its problem. */
export function describedBy(
  id: string,
  hint: string | undefined,
  problem: string | undefined,
): string | typeof nothing {
  const ids = [hint === undefined ? "" : `${id}-hint`, problem === undefined ? "" : `${id}-problem`];
  const text = ids.filter((one) => one !== "").join(" ");
  return text === "" ? nothing : text;
}
