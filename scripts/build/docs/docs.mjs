// Builds the documentation site that the service offers at /docs/: the pages of docs/site.json, the API reference, and an
// index for the search. Everything is a static file below build/docs. A page that is missing in docs/site.json, and a link
// that leads nowhere, end the build.
//
//   node scripts/build/docs/docs.mjs
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { Marked } from "marked";
import { gfmHeadingId } from "marked-gfm-heading-id";
import MiniSearch from "minisearch";
import { describeApi } from "./describe-api.mjs";
import { escaped, layout, linkTo } from "./layout.mjs";
import { referencePages } from "./reference.mjs";
import { searchOptions } from "./search-options.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));
const output = join(root, "build/docs");

/** Only files below these folders are published when a page links them. */
const published = ["docs/", "clients/", "packages/client/vectors/"];

const groups = JSON.parse(readFileSync(join(root, "docs/site.json"), "utf8"));
/** Names of pages by file: `docs/api.md` is `api`. */
const names = new Map(
  groups.flatMap(({ pages }) => pages.map(({ file, name = nameOf(file) }) => [file, name])),
);
for (const file of decisions()) names.set(file, nameOf(file));
const unlisted = readdirSync(join(root, "docs")).filter(
  (file) => file.endsWith(".md") && !names.has(`docs/${file}`),
);
if (unlisted.length > 0) throw new Error(`docs/site.json does not list ${unlisted.join(", ")}.`);

rmSync(output, { recursive: true, force: true });
const linkedFiles = new Set();
const pages = [...names].filter(([file]) => file !== null).map(([file, name]) => readPage(file, name));
pages.push(...referencePages(await describeApi(root)));
const index = new MiniSearch(searchOptions);
for (const { name, title, html } of pages) {
  write(`${name}.html`, layout({ name, title, html, groups, names }));
  index.addAll(sectionsOf(name, title, html));
}
for (const file of linkedFiles) {
  mkdirSync(dirname(join(output, file)), { recursive: true });
  cpSync(join(root, file), join(output, file));
}
write("static/search.json", JSON.stringify(index));
await build({
  entryPoints: [join(here, "search.js"), join(here, "style.css")],
  outdir: join(output, "static"),
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  logLevel: "error",
});

function decisions() {
  return readdirSync(join(root, "docs/decisions")).map((file) => `docs/decisions/${file}`);
}

function nameOf(file) {
  return file?.replace(/^docs\/|\.md$/g, "");
}

function write(file, text) {
  mkdirSync(dirname(join(output, file)), { recursive: true });
  writeFileSync(join(output, file), text);
}

function readPage(file, name) {
  const text = readFileSync(join(root, file), "utf8");
  const title = /^# (.+)$/m.exec(text)?.[1];
  if (title === undefined) throw new Error(`${file} has no title.`);
  return { name, title: title.replaceAll("`", ""), html: htmlOf(text, file, name) };
}

function htmlOf(text, file, name) {
  const marked = new Marked({ gfm: true }, gfmHeadingId());
  marked.use({
    renderer: {
      // Wide tables and code scroll inside their box, also with the keyboard.
      table(token) {
        const cells = (row, tag, scope = "") =>
          row.map(({ tokens }) => `<${tag}${scope}>${this.parser.parseInline(tokens)}</${tag}>`).join("");
        const rows = token.rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
        // An empty header cell would announce nothing.
        const isHeadless = token.header.every(({ text: cell }) => cell === "");
        const head = isHeadless ? "" : `<thead><tr>${cells(token.header, "th", ' scope="col"')}</tr></thead>`;
        return `<div class="wide" tabindex="0" role="group" aria-label="Table">
<table>${head.replaceAll('<th scope="col"></th>', "<td></td>")}<tbody>${rows}</tbody></table></div>\n`;
      },
      code({ text: code, lang }) {
        return `<pre tabindex="0"><code${lang ? ` class="language-${escaped(lang.split(" ")[0])}"` : ""}>${escaped(code)}</code></pre>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const target = linkOf(href, file, name);
        return target === undefined ? inner : `<a href="${escaped(target)}">${inner}</a>`;
      },
      image({ href, text: alternative }) {
        return `<img src="${escaped(linkOf(href, file, name))}" alt="${escaped(alternative)}">`;
      },
    },
  });
  return marked.parse(text);
}

/** Where a link leads on the site. Undefined: to a file of the repository that is not published. */
function linkOf(href, file, name) {
  if (/^(?:\w+:|#)/.test(href)) return href;
  const [path, anchor] = href.split("#");
  const target = posix.join(posix.dirname(file), path);
  const page = names.get(target);
  const hash = anchor === undefined ? "" : `#${anchor}`;
  if (page !== undefined) return `${linkTo(page, name)}${hash}`;
  // The service offers these itself.
  if (!target.includes(".") || !published.some((folder) => target.startsWith(folder))) return undefined;
  linkedFiles.add(target);
  return linkTo(target, name);
}

/** What the search finds: each section with its heading. */
function sectionsOf(name, title, html) {
  return html.split(/(?=<h[23] id=)/).map((part, number) => {
    const [, anchor, heading] = /^<h[23] id="([^"]*)">(.*?)<\/h[23]>/s.exec(part) ?? [];
    const page = name === "index" ? "." : name;
    return {
      id: number === 0 || anchor === undefined ? page : `${page}#${anchor}`,
      page: title,
      title: heading === undefined ? title : plain(heading),
      text: plain(part).slice(0, 20_000),
    };
  });
}

function plain(html) {
  const entities = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity])
    .replace(/\s+/g, " ")
    .trim();
}
