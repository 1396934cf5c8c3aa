import type { Address, LocationData } from "@withholding-forms/client";
import { html, nothing, type TemplateResult } from "lit";
import type { Look } from "../controls/look.js";
import { say } from "../messages/say.js";
import { addressLines } from "../session/address.js";
import { addressesWithAnswers, isCorrected } from "../session/places.js";
import { frame, progress } from "./parts.js";

/** Addresses in which something was corrected, or that were not found. Others need no look. */
export function confirmPage(look: Look): TemplateResult {
  const { state, send, words } = look;
  const { location } = state;
  const data = location?.locationData ?? [];
  const ids = new Set(data.map(({ id }) => id));
  const problems = (location?.errors ?? []).filter(({ code }) => !code.endsWith("_NOT_COVERED"));
  const wrong = new Set(problems.map(({ addressId }) => addressId));
  const answering = addressesWithAnswers(state);
  const others = problems.filter(({ addressId }) => !ids.has(addressId));
  return frame(look, {
    title: words.confirm.title,
    above: progress(look),
    content: html`
      ${data
        .filter(
          (place) => !place.verified || isCorrected(place) || wrong.has(place.id) || answering.has(place.id),
        )
        .map((place) => placeBlock(look, place, answering.has(place.id)))}
      ${others.map(({ message }) => html`<p class="warning">${message}</p>`)}
      ${
        state.addressesGiven
          ? html`<p class="note">${words.review.given}</p>`
          : html`<button type="button" class="link" @click=${() => send({ type: "back" })}>${words.confirm.edit}</button>`
      }
    `,
    submit: words.next,
  });
}

function placeBlock(look: Look, place: LocationData, isAnswering: boolean): TemplateResult {
  const { state, words } = look;
  const { id, inputAddress, normalizedAddress, addressResultMessages, verified } = place;
  const title =
    id === "home"
      ? words.addresses.home
      : say(words.addresses.work, { number: Number(id.replace("work", "")) });
  const problems = (state.location?.errors ?? []).filter(
    ({ addressId, code }) => addressId === id && !code.endsWith("_NOT_COVERED"),
  );
  const warnings =
    problems.length > 0 ? problems.map(({ message }) => message) : verified ? [] : [words.confirm.unverified];
  const corrections = Object.entries(addressResultMessages).flatMap(([code, { description }]) =>
    code.startsWith("AC") ? [description] : [],
  );
  return html`<section class="place" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${warnings.map((message) => html`<p class="warning">${message}</p>`)}
    ${corrections.map((message) => html`<p>${message}</p>`)}
    ${
      isCorrected(place)
        ? html`<fieldset>
            <legend>${words.confirm.intro}</legend>
            <div class="options">
              ${version(look, id, words.confirm.standard, lines(normalizedAddress, correctedWords(place)), false)}
              ${version(look, id, words.confirm.typed, lines(inputAddress), true)}
            </div>
          </fieldset>`
        : lines(inputAddress)
    }
    ${isAnswering ? placesOf(look, place) : nothing}
  </section>`;
}

/** Where the address is, as far as it answers questions, and a way to be asked instead. */
function placesOf({ state, send, words }: Look, { id, places = [] }: LocationData): TemplateResult {
  const names = places
    .filter(({ certainty }) => certainty === "INSIDE")
    .map(({ name }) => name || words.confirm.noCity);
  return html`<p>${words.confirm.places} <strong translate="no">${names.join(", ")}</strong></p>
    <label class="option" for="${id}-places">
      <input
        id="${id}-places"
        type="checkbox"
        .checked=${state.placesWrong.has(id)}
        @change=${(event: Event) => send({ type: "placesWrong", addressId: id, on: (event.target as HTMLInputElement).checked })}
      />
      <span>${words.confirm.placesWrong}</span>
    </label>`;
}

function version(
  { state, send }: Look,
  id: string,
  name: string,
  address: TemplateResult,
  asTyped: boolean,
): TemplateResult {
  const own = `${id}-${asTyped ? "typed" : "standard"}`;
  return html`<label class="option" for=${own}>
    <input
      id=${own}
      type="radio"
      name="${id}-spelling"
      .checked=${state.keptAsTyped.has(id) === asTyped}
      @change=${() => send({ type: "keepAsTyped", addressId: id, on: asTyped })}
    />
    <span><strong>${name}</strong>${address}</span>
  </label>`;
}

/** Words in `marked` are marked. */
function lines(address: Address, marked: ReadonlySet<string> = new Set()): TemplateResult {
  const isMarked = (word: string): boolean => plainWords(word).some((one) => marked.has(one));
  return html`<span class="lines" translate="no">${addressLines(address).map(
    (line, index) =>
      html`${index === 0 ? nothing : html`<br />`}${line
        .split(/(\s+)/)
        .map((word) => (isMarked(word) ? html`<mark>${word}</mark>` : word))}`,
  )}</span>`;
}

/** Words of the parts that were corrected, by the codes of the result, and that the employee did not enter. */
function correctedWords({
  inputAddress,
  normalizedAddress,
  addressResultMessages,
}: LocationData): Set<string> {
  const { streetAddress1, streetAddress2 = "", city, state, zipCode } = normalizedAddress;
  const parts = Object.keys(addressResultMessages).flatMap((code) => {
    if (code === "AC01") return [zipCode];
    if (code === "AC02") return [state];
    if (code === "AC03") return [city];
    return code.startsWith("AC") ? [streetAddress1, streetAddress2] : [];
  });
  const entered = new Set(addressLines(inputAddress).flatMap(plainWords));
  return new Set(parts.flatMap(plainWords).filter((word) => !entered.has(word)));
}

function plainWords(text: string): string[] {
  return text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
