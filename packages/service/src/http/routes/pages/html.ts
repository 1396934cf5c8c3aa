import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { type Language, languages } from "@withholding-forms/interview";
import type { FastifyRequest } from "fastify";
import { chooseLanguage } from "../../language.js";

/** Built with the wizard, whose tokens these pages share. Without it, they have no style. */
const file = new URL("../../../../../wizard/dist/site/pages.css", import.meta.url);
const style = existsSync(file) ? readFileSync(file, "utf8") : "";

/** The only inline part of our pages; the policy names its digest, so nothing else inline can run. */
export const styleSource = `'sha256-${createHash("sha256").update(style).digest("base64")}'`;

const names: Readonly<Record<Language, string>> = { en: "English", es: "Español", fr: "Français" };
const choose: Readonly<Record<Language, string>> = { en: "Language", es: "Idioma", fr: "Langue" };

/**
 * A page of our own. `body` is HTML. `up` leads to the start page. With a `language`, the page exists in all languages, at the same
 * URL.
 */
export function page(
  title: string,
  body: string,
  { up = "./", language }: { readonly up?: string; readonly language?: Language } = {},
): string {
  const links = languages.map(
    (one) =>
      `<a href="?language=${one}" lang="${one}" hreflang="${one}"${one === language ? ' aria-current="true"' : ""}>${names[one]}</a>`,
  );
  return `<!doctype html>
<html lang="${language ?? "en"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<header><a href="${up}${language === undefined ? "" : `?language=${language}`}" lang="en">Withholding Forms</a></header>
<main class="sheet">
${language === undefined ? "" : `<nav class="languages" aria-label="${choose[language]}">${links.join("")}</nav>`}
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

/** The language that a link asks for, or the browser. */
export function languageOf({ query, headers }: FastifyRequest): Language {
  const asked = (query as { readonly language?: unknown }).language;
  return languages.find((language) => language === asked) ?? chooseLanguage(headers["accept-language"]);
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
