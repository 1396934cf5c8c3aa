import { noticeActions, noticeAudiences, noticeDues } from "@withholding-forms/contract";
import { type Static, Type } from "@withholding-forms/contract/typebox";
import { choice, closed, constant, keyed, words } from "./parts.js";

const code = closed({
  audience: choice(...noticeAudiences),
  action: choice(...noticeActions),
  /** A notice of a form can have another one. */
  due: Type.Optional(choice(...noticeDues)),
  blocksPayroll: Type.Boolean(),
  meaning: words,
  /** Every form with the duty of this action returns the notice with this message. */
  message: Type.Optional(words),
  /** Instead of a duty: every claim of a form that ends on a day returns it. */
  ofClaims: Type.Optional(constant(true)),
  /** The `notice` of the specification leaves it out. Notices for OPERATOR are always left out. */
  quiet: Type.Optional(constant(true)),
});

/** `notices.yaml` at the top of the content: every code of notices. */
export const notices = keyed("^[A-Z]+(?:_[A-Z0-9]+)*$", code, { title: "The vocabulary of notices" });
export type Notices = Static<typeof notices>;
