import { createHash } from "node:crypto";
import type { Language } from "@withholding-forms/interview";

const style = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:42rem;margin:3rem auto;padding:0 1rem}
h1{line-height:1.2}
code{font-size:.95em}
dt{font-weight:600}dd{margin:0 0 .75rem;overflow-wrap:anywhere}
input,button{font:inherit;max-width:100%}button{padding:.4rem 1rem}
`;

/** The only inline part of our pages; the policy names its digest, so nothing else inline can run. */
export const styleSource = `'sha256-${createHash("sha256").update(style).digest("base64")}'`;

/** A small page of our own. `body` is HTML. */
export function page(title: string, body: string, language: Language = "en"): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
