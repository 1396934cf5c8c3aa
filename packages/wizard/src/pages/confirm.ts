import type { Address, LocationData } from "@withholding-forms/client";
import { html, nothing, type TemplateResult } from "lit";
import type { Look } from "../controls/look.js";
import { addressLines } from "../session/address.js";
import { isCorrected } from "../session/places.js";
import { frame, progress } from "./parts.js";

/** Addresses in which something was corrected, or that were not found. Others need no look. */
export function confirmPage(look: Look): TemplateResult {
  const { session, words } = look;
  const { location } = session.state;
  const data = location?.locationData ?? [];
  const ids = new Set(data.map(({ id }) => id));
  const problems = (location?.errors ?? []).filter(({ code }) => !code.endsWith("_NOT_COVERED"));
  const wrong = new Set(problems.map(({ addressId }) => addressId));
  const others = problems.filter(({ addressId }) => !ids.has(addressId));
  return frame(look, {
    title: words.confirm.title,
    above: progress(look),
    content: html`
      ${data
        .filter((place) => !place.verified || isCorrected(place) || wrong.has(place.id))
        .map((place) => placeBlock(look, place))}
      ${others.map(({ message }) => html`<p class="warning">${message}</p>`)}
      ${
        session.state.addressesGiven
          ? html`<p class="note">${words.review.given}</p>`
          : html`<button type="button" class="link" @click=${() => session.back()}>${words.confirm.edit}</button>`
      }
    `,
    submit: { label: words.next, action: () => session.confirmAddresses() },
  });
}

function placeBlock(look: Look, place: LocationData): TemplateResult {
  const { session, words } = look;
  const { id, inputAddress, normalizedAddress, addressResultMessages, verified } = place;
  const title = id === "home" ? words.addresses.home : words.addresses.work(Number(id.replace("work", "")));
  const problems = (session.state.location?.errors ?? []).filter(
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
              ${version(look, id, words.confirm.standard, lines(normalizedAddress, inputAddress), false)}
              ${version(look, id, words.confirm.typed, lines(inputAddress), true)}
            </div>
          </fieldset>`
        : lines(inputAddress)
    }
  </section>`;
}

function version(
  { session }: Look,
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
      .checked=${session.state.keptAsTyped.has(id) === asTyped}
      @change=${() => session.keepAsTyped(id, asTyped)}
    />
    <span><strong>${name}</strong>${address}</span>
  </label>`;
}

/** With `before`, the words that are not in that address are marked. */
function lines(address: Address, before?: Address): TemplateResult {
  const known = before === undefined ? undefined : new Set(addressLines(before).flatMap(plainWords));
  return html`<span class="lines" translate="no">${addressLines(address).map(
    (line, index) =>
      html`${index === 0 ? nothing : html`<br />`}${
        known === undefined
          ? line
          : line
              .split(/(\s+)/)
              .map((word) =>
                plainWords(word).every((one) => known.has(one)) ? word : html`<mark>${word}</mark>`,
              )
      }`,
  )}</span>`;
}

function plainWords(text: string): string[] {
  return text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
