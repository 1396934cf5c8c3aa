import type { Address, LocationData } from "@withholding-forms/client";
import { html, nothing, type TemplateResult } from "lit";
import type { Look } from "../controls/look.js";
import { addressLines, sameAddress } from "../session/address.js";
import { frame } from "./parts.js";

/** The normalized addresses, to confirm or to keep as typed. */
export function confirmPage(look: Look): TemplateResult {
  const { session, words } = look;
  const { location } = session.state;
  const data = location?.locationData ?? [];
  const ids = new Set(data.map(({ id }) => id));
  const others = (location?.errors ?? []).filter(({ addressId }) => !ids.has(addressId));
  return frame(look, {
    title: words.confirm.title,
    content: html`
      <p class="lead">${words.confirm.intro}</p>
      ${data.map((place) => placeBlock(look, place))}
      ${others.map(({ message }) => html`<p class="warning">${message}</p>`)}
      <button type="button" class="link" @click=${() => session.back()}>${words.confirm.edit}</button>
    `,
    submit: { label: words.next, action: () => session.confirmAddresses() },
  });
}

function placeBlock(look: Look, place: LocationData): TemplateResult {
  const { session, words } = look;
  const { id, inputAddress, normalizedAddress, verified } = place;
  const title = id === "home" ? words.addresses.home : words.addresses.work(Number(id.replace("work", "")));
  const problems = (session.state.location?.errors ?? []).filter(({ addressId }) => addressId === id);
  const warnings =
    problems.length > 0 ? problems.map(({ message }) => message) : verified ? [] : [words.confirm.unverified];
  return html`<section class="place" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${warnings.map((message) => html`<p class="warning">${message}</p>`)}
    ${
      sameAddress(inputAddress, normalizedAddress)
        ? lines(normalizedAddress)
        : html`<fieldset>
            <legend class="vh">${title}</legend>
            <div class="options">
              ${spelling(look, id, words.confirm.standard, normalizedAddress, false)}
              ${spelling(look, id, words.confirm.typed, inputAddress, true)}
            </div>
          </fieldset>`
    }
  </section>`;
}

function spelling(
  { session }: Look,
  id: string,
  name: string,
  address: Address,
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
    <span><strong>${name}</strong>${lines(address)}</span>
  </label>`;
}

function lines(address: Address): TemplateResult {
  return html`<span class="lines" translate="no">${addressLines(address).map(
    (line, index) => html`${index === 0 ? nothing : html`<br />`}${line}`,
  )}</span>`;
}
