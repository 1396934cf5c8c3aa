import { html, nothing, type TemplateResult } from "lit";
import { dateAnswer, dateGroup, dateParts } from "../controls/date.js";
import type { Look } from "../controls/look.js";
import { personFieldId } from "../session/field-ids.js";
import {
  type AskedField,
  appliedFor,
  fieldsOf,
  isEmployer,
  isNumber,
  type PersonField,
  personProblems,
  spelled,
  takesInstead,
} from "../session/person.js";
import { asksEmployerAddress } from "../session/places.js";
import { isSigned } from "../session/state.js";
import { addressFields, troublesOf } from "./addresses.js";
import { noNumber } from "./no-number.js";
import { field, frame, progress } from "./parts.js";

export function personPage(look: Look): TemplateResult {
  const { state, words } = look;
  const { forms, person, personFixed, refusals, employerAddress } = state;
  const informations = forms.map(({ information }) => information);
  const fields = fieldsOf(informations, person);
  const problems: Partial<Record<PersonField, string>> = personProblems(fields, informations, person, words);
  for (const name of fields) {
    const refusal = refusals.get(`/employee/${name}`) ?? refusals.get(`/employer/${name}`);
    if (refusal !== undefined) problems[name] ??= refusal;
  }
  const known = state.setup.employer;
  const open = fields.filter((name) => !personFixed.includes(name));
  const own = open.filter((name) => !isEmployer(name));
  // The employee cannot change employer data from the host.
  const employer = open.filter((name) => isEmployer(name) && !known?.[name]);
  const asksAddress = asksEmployerAddress(state) && !isSigned(state);
  return frame(look, {
    title: words.person.title,
    above: progress(look),
    troubles: [
      ...[...own, ...employer].flatMap((name) =>
        problems[name] === undefined
          ? []
          : [{ field: personFieldId(name), message: `${words.person[name]}: ${problems[name]}` }],
      ),
      ...(asksAddress ? troublesOf(look, "employer", employerAddress) : []),
    ],
    content: html`
      ${state.numbersLost ? html`<p class="warning">${words.person.numbersLost}</p>` : nothing}
      <p class="lead">${words.person.intro}</p>
      ${own.map((name) => personField(look, name, problems[name]))}
      ${
        employer.length === 0
          ? nothing
          : html`<fieldset class="address">
              <legend><h2>${words.person.employer}</h2></legend>
              ${employer.map((name) => personField(look, name, problems[name]))}
            </fieldset>`
      }
      ${asksAddress ? addressFields(look, "employer", employerAddress, words.person.employerAddressHint) : nothing}
    `,
    submit: words.next,
  });
}

const settings: Readonly<
  Record<
    AskedField,
    {
      readonly autocomplete: string;
      readonly numeric?: boolean;
      readonly size?: "short" | "medium";
      readonly length: number;
    }
  >
> = {
  firstName: { autocomplete: "given-name", length: 60 },
  middleInitial: { autocomplete: "additional-name", size: "short", length: 3 },
  lastName: { autocomplete: "family-name", length: 60 },
  socialSecurityNumber: { autocomplete: "off", numeric: true, size: "medium", length: 20 },
  socialInsuranceNumber: { autocomplete: "off", numeric: true, size: "medium", length: 20 },
  socialInsuranceNumberExpiryDate: { autocomplete: "off", length: 10 },
  name: { autocomplete: "organization", length: 100 },
};

function personField(look: Look, name: AskedField, problem: string | undefined): TemplateResult {
  const { state, send, words } = look;
  const value = state.person[name] ?? "";
  const id = personFieldId(name);
  if (name === "socialInsuranceNumberExpiryDate") return expiryDate(look, id, value, problem);
  const { autocomplete, numeric = false, size, length } = settings[name];
  const forms = state.forms.map(({ information }) => information);
  const taxpayer = name === "socialSecurityNumber" && takesInstead(forms, "itin");
  const line = field(look, {
    id,
    label: taxpayer ? words.person.taxpayerNumber : words.person[name],
    value,
    problem,
    autocomplete,
    optional: name === "middleInitial",
    // Words in place of a number are nothing to hide.
    secret: isNumber(name) && value !== appliedFor,
    inputMode: numeric ? "numeric" : "text",
    maxLength: length,
    ...(size === undefined ? {} : { size }),
    onInput: (typed) => send({ type: "editPerson", field: name, value: typed }),
    onBlur: (typed) => {
      if (spelled(name, typed) !== typed)
        send({ type: "editPerson", field: name, value: spelled(name, typed) });
    },
  });
  return isNumber(name) ? html`${line}${noNumber(look, name)}` : line;
}

function expiryDate(look: Look, id: string, value: string, wrong: string | undefined): TemplateResult {
  const { state, send, words } = look;
  const problem = state.showProblems ? wrong : undefined;
  const parts = dateParts(value);
  return html`<fieldset class="field ${problem === undefined ? "" : "wrong"}">
    <legend>${words.person.socialInsuranceNumberExpiryDate}</legend>
    <p class="hint">${words.person.expiryHint}</p>
    ${problem === undefined ? nothing : html`<p class="problem">${problem}</p>`}
    ${dateGroup({ look, id, problem }, parts, (changed) =>
      send({
        type: "editPerson",
        field: "socialInsuranceNumberExpiryDate",
        value: dateAnswer({ ...parts, ...changed }) ?? "",
      }),
    )}
  </fieldset>`;
}
