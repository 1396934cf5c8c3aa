import { html, type TemplateResult } from "lit";

/** A web address in a sentence. The sentence's own point, comma, or bracket is not part of it. */
const address = /((?:https:\/\/|\bwww\.)[\w./?=&%#-]*[\w/])/;

/** Text in which web addresses are links. */
export function linkedText(text: string): readonly (string | TemplateResult)[] {
  return text.split(address).map((part, index) =>
    // What the pattern matched is every second part.
    index % 2 === 0
      ? part
      : html`<a href=${part.startsWith("www.") ? ["https:", part].join("//") : part} target="_blank" rel="noopener">${part}</a>`,
  );
}
