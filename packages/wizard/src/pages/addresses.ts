import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { describedBy } from "../controls/described-by.js";
import type { Look, Trouble } from "../controls/look.js";
import { say } from "../messages/say.js";
import {
  type AddressDraft,
  type AddressPart,
  addressProblems,
  draftOf,
  partOf,
  spelledCode,
  type WorksAt,
} from "../session/address.js";
import { type AddressName, addressFieldId as idOf } from "../session/field-ids.js";
import { pointerOf } from "../session/places.js";
import { field, frame, progress } from "./parts.js";
import { regionsOf } from "./region-names.js";

export function addressesPage(look: Look): TemplateResult {
  const { state, send, words } = look;
  const works = state.worksAt === "HOME" ? [] : state.works;
  const troubles = [
    ...troublesOf(look, "home", state.home),
    ...works.flatMap((work, index) => troublesOf(look, index, work)),
  ];
  return frame(look, {
    title: words.addresses.title,
    above: progress(look),
    troubles,
    content: html`
      <p class="lead">${words.addresses.intro}</p>
      ${addressFields(look, "home", state.home)}
      <fieldset class="field" role="radiogroup">
        <legend>${words.addresses.where}</legend>
        <div class="options">
          ${Object.entries(words.addresses.places).map(([place, name]) => {
            const own = `works-at-${place.toLowerCase()}`;
            return html`<label class="option" for=${own}>
              <input
                id=${own}
                type="radio"
                name="works-at"
                .checked=${live(state.worksAt === place)}
                @change=${() => send({ type: "workAt", place: place as WorksAt })}
              />
              <span>${name}</span>
            </label>`;
          })}
        </div>
        ${state.home.country === "CA" ? html`<p class="note">${words.addresses.inCanada}</p>` : nothing}
      </fieldset>
      ${works.map((work, index) => addressFields(look, index, work))}
      ${
        state.worksAt === "HOME"
          ? nothing
          : html`<button
              id="add-work"
              type="button"
              class="link"
              @click=${() => {
                send({ type: "addWork" });
                look.focus(idOf(works.length, "country"));
              }}
            >
              ${words.addresses.add}
            </button>`
      }
      <p class="note">${words.addresses.paper}</p>
    `,
    submit: words.next,
  });
}

function problemsOf(
  { state, words }: Look,
  which: AddressName,
  draft: AddressDraft,
): Partial<Record<AddressPart, string>> {
  const root = pointerOf(which);
  const refused = [...state.refusals].flatMap(([pointer, message]): [AddressPart, string][] => {
    const part = pointer.startsWith(`${root}/`) ? partOf[pointer.slice(root.length + 1)] : undefined;
    return part === undefined ? [] : [[part, message]];
  });
  return { ...Object.fromEntries(refused), ...addressProblems(draft, words) };
}

export function troublesOf(look: Look, which: AddressName, draft: AddressDraft): readonly Trouble[] {
  const place = placeName(look, which);
  return Object.entries(problemsOf(look, which, draft)).map(([part, message]) => ({
    field: idOf(which, part as AddressPart),
    message: `${place}, ${labelOf(look, draft, part as AddressPart)}: ${message}`,
  }));
}

function placeName({ words }: Look, which: AddressName): string {
  if (which === "employer") return words.person.employerAddress;
  return which === "home" ? words.addresses.home : say(words.addresses.work, { number: which + 1 });
}

function labelOf({ words }: Look, { country }: AddressDraft, part: AddressPart): string {
  const { addresses } = words;
  if (part === "region") return country === "US" ? addresses.state : addresses.provinceTerritory;
  if (part === "code") return country === "US" ? addresses.zipCode : addresses.postalCode;
  return addresses[part];
}

export function addressFields(
  look: Look,
  which: AddressName,
  draft: AddressDraft,
  hint?: string,
): TemplateResult {
  const { state, send, words } = look;
  const problems = problemsOf(look, which, draft);
  const street = idOf(which, "streetAddress1");
  const line = (part: AddressPart, autocomplete: string, more: object = {}): TemplateResult =>
    field(look, {
      id: idOf(which, part),
      label: labelOf(look, draft, part),
      value: draft[part],
      problem: problems[part],
      // Only the home address is the employee's own, for the browser's autofill.
      autocomplete: which === "home" ? autocomplete : "off",
      onInput: (value) => send({ type: "editAddress", which, part, value }),
      ...more,
    });
  return html`<fieldset class="address">
    <legend><h2>${placeName(look, which)}</h2></legend>
    ${hint === undefined ? nothing : html`<p class="note">${hint}</p>`}
    <div class="pair">
    ${choice(
      look,
      idOf(which, "country"),
      words.addresses.country,
      draft.country,
      undefined,
      which === "home" ? "country" : "off",
      (value) => send({ type: "editAddress", which, part: "country", value }),
      [
        { code: "US", name: words.addresses.us },
        { code: "CA", name: words.addresses.ca },
      ],
    )}
    ${line("code", "postal-code", {
      size: "short",
      maxLength: 10,
      inputMode: draft.country === "US" ? "numeric" : "text",
      onBlur: () => send({ type: "editAddress", which, part: "code", value: spelledCode(draft) }),
    })}
    </div>
    ${line("streetAddress1", "address-line1", {
      suggestions: look.addresses?.of(street),
      onInput: (value: string) => {
        const chosen = look.addresses?.chosen(street, value);
        const parts = chosen === undefined ? { streetAddress1: value } : draftOf(chosen);
        // The country first: another one empties the state and the code.
        for (const [part, text] of Object.entries(parts))
          send({ type: "editAddress", which, part: part as AddressPart, value: text });
        if (chosen === undefined) look.addresses?.ask(street, value, draft.country);
      },
    })}
    ${line("streetAddress2", "address-line2", { optional: true })}
    ${line("city", "address-level2")}
    ${choice(
      look,
      idOf(which, "region"),
      labelOf(look, draft, "region"),
      draft.region,
      problems.region,
      which === "home" ? "address-level1" : "off",
      (value) => send({ type: "editAddress", which, part: "region", value }),
      [{ code: "", name: words.choose }, ...regionsOf(draft.country, look.language)],
    )}
    ${
      typeof which === "number" && state.works.length > 1
        ? html`<button
            type="button"
            class="link"
            @click=${() => {
              send({ type: "removeWork", index: which });
              look.focus("add-work");
            }}
          >
            ${say(words.addresses.remove, { number: which + 1 })}
          </button>`
        : nothing
    }
  </fieldset>`;
}

function choice(
  look: Look,
  id: string,
  label: string,
  chosen: string,
  wrong: string | undefined,
  autocomplete: string,
  change: (value: string) => void,
  options: readonly { readonly code: string; readonly name: string }[],
): TemplateResult {
  const problem = look.state.showProblems ? wrong : undefined;
  return html`<div class="field ${problem === undefined ? "" : "wrong"}">
    <label for=${id}>${label}</label>
    ${problem === undefined ? nothing : html`<p class="problem" id="${id}-problem">${problem}</p>`}
    <select
      id=${id}
      autocomplete=${autocomplete as "off"}
      aria-required="true"
      aria-invalid=${problem === undefined ? "false" : "true"}
      aria-describedby=${describedBy(id, undefined, problem)}
      @change=${(event: Event) => change((event.target as HTMLSelectElement).value)}
    >
      ${options.map(({ code, name }) => html`<option value=${code} .selected=${live(code === chosen)}>${name}</option>`)}
    </select>
  </div>`;
}
