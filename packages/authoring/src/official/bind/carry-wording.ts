import { passage } from "@withholding-forms/catalog/agency/passage";
import type { Wording } from "@withholding-forms/catalog/model/binding";

/** A passage of fixed wording by its anchors. */
type Anchored = Pick<Wording, "page" | "from" | "to">;

/**
 * Which passages of another revision's binding this file has, too, wherever they are now. Where the law sets the wording, most
 * of it stays from one revision to the next.
 */
export function carryWording<T extends Anchored>(
  wording: readonly T[],
  pages: readonly string[],
): { readonly carried: readonly T[]; readonly lost: readonly T[] } {
  const carried: T[] = [];
  const lost: T[] = [];
  for (const one of wording) {
    const found = [one.page, ...pages.map((_, index) => index + 1)].find(
      (page) => "text" in passage(pages, { ...one, page }),
    );
    if (found === undefined) lost.push(one);
    else carried.push({ ...one, page: found });
  }
  return { carried, lost };
}
