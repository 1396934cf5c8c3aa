import type { Language } from "@withholding-forms/interview";
import { escapeHtml, page } from "./html.js";
import people from "./people.json" with { type: "json" };
import words from "./start.json" with { type: "json" };

/** The addresses and the pay of somebody on the start page. Undefined if nobody has this ID. */
export function personOf(id: unknown): object | undefined {
  return people.find((person) => person.id === id)?.person;
}

/** What this service is. With `tries`, also made-up people, each of whom starts the wizard. */
export function startPage(language: Language, tries: boolean): string {
  const own = words[language];
  const paragraphs = (texts: readonly string[]) =>
    texts.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n");
  const cards = people.map(
    ({ id, words: person }) =>
      `<li><a class="card" href="try?as=${id}&amp;language=${language}"><strong>${escapeHtml(person[language].name)}</strong> ${escapeHtml(person[language].story)}</a></li>`,
  );
  const link = (url: string, text: string, lang = "") => `<a href="${url}"${lang}>${escapeHtml(text)}</a>`;
  return page(
    own.title,
    `${paragraphs(own.about)}
${
  tries
    ? `<h2>${escapeHtml(own.tryAs)}</h2>
${paragraphs([own.madeUp])}
<ul class="plain people">
${cards.join("\n")}
</ul>
<p><a class="primary" href="try?language=${language}">${escapeHtml(own.ownAddresses)}</a></p>`
    : ""
}
<h2>${escapeHtml(own.more)}</h2>
<p class="links">${link(`verify?language=${language}`, own.verify)}
${link("docs/", own.docs)}
${tries ? link("theme", own.theme) : `${link("healthz", own.health)} ${link("readyz", own.ready)}`}</p>`,
    { language },
  );
}
