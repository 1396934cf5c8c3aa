import { partOf } from "./address.js";
import { type AddressName, addressFieldId, personFieldId, questionFieldId } from "./field-ids.js";
import { fieldsOf, isEmployer } from "./person.js";
import { asksEmployerAddress, pointerOf, workIndex } from "./places.js";
import type { Refusal } from "./state.js";
import { type FormEntry, isSigned, type State } from "./state.js";

/** Where the employee can change what the service rejected. */
export interface Target {
  readonly page: "questions" | "person" | "addresses";
  readonly questionSetId?: string;
  /** Id of the field. */
  readonly field: string;
  /** Key of the message in `state.refusals`. */
  readonly key: string;
}

/** Undefined if the employee cannot change it: the host supplied it, a signed form has it, or it is on no page. */
export function targetOf(
  { pointer, questionId }: Pick<Refusal, "pointer" | "questionId">,
  entry: FormEntry | undefined,
  state: State,
): Target | undefined {
  const [, root = "", name = "", part] = pointer.split("/");
  const asked = questionId ?? (root === "fields" && name !== "" ? name : undefined);
  if (asked !== undefined) return questionTarget(asked, entry);
  const which = addressNamed(root, name, state);
  if (which !== undefined) return addressTarget(which, (root === "homeAddress" ? name : part) ?? "", state);
  if (!/^employe[er]$/.test(root) || part !== undefined) return undefined;
  const informations = state.forms.map(({ information }) => information);
  const field = fieldsOf(informations, state.person).find((one) => one === name);
  if (field === undefined || state.personFixed.includes(field)) return undefined;
  if (isEmployer(field) !== (root === "employer")) return undefined;
  if (isEmployer(field) && state.setup.employer?.[field]) return undefined;
  return { page: "person", field: personFieldId(field), key: pointer };
}

function questionTarget(id: string, entry: FormEntry | undefined): Target | undefined {
  const step = entry?.view.path.find(({ questions }) => questions.some(({ question }) => question.id === id));
  return (
    step && { page: "questions", questionSetId: step.questionSetId, field: questionFieldId(id), key: id }
  );
}

function addressNamed(root: string, name: string, state: State): AddressName | undefined {
  if (root === "homeAddress" || (root === "employee" && name === "address")) return "home";
  if (root === "workAddresses")
    return state.works[Number(name)] === undefined || state.worksAt === "HOME" ? "home" : Number(name);
  if (root !== "employer" || name !== "address") return undefined;
  if (asksEmployerAddress(state)) return "employer";
  return state.setup.employer?.address ? undefined : workIndex(state);
}

/** A problem with a whole address is shown at its first line. */
function addressTarget(which: AddressName, sent: string, state: State): Target | undefined {
  const member = sent in partOf ? sent : "streetAddress1";
  if (isSigned(state) || (which !== "employer" && state.addressesGiven)) return undefined;
  return {
    page: which === "employer" ? "person" : "addresses",
    field: addressFieldId(which, partOf[member] ?? "streetAddress1"),
    key: `${pointerOf(which)}/${member}`,
  };
}
