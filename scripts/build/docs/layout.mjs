export function escaped(text) {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** A relative link from one page or file of the site to another. */
export function linkTo(target, from) {
  const up = "../".repeat(from.split("/").length - 1);
  return target === "index" ? up || "." : `${up}${target}`;
}

/** A whole page of the site. All links are relative, so that the site works below any prefix of a proxy. */
export function layout({ name, title, html, groups, names }) {
  const to = (page) => linkTo(page, name);
  const link = ({ file, name: own, label }) => {
    const page = own ?? names.get(file);
    const current = page === name ? ' aria-current="page"' : "";
    return `<li><a href="${to(page)}"${current}>${escaped(label)}</a></li>`;
  };
  const lists = groups.map(
    ({ title: group, pages }) => `<h2>${escaped(group)}</h2>\n<ul>${pages.map(link).join("\n")}</ul>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(name === "index" ? title : `${title} - Withholding Forms`)}</title>
<link rel="stylesheet" href="${to("static/style.css")}">
<script type="module" src="${to("static/search.js")}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="home" href="${to("index")}">Withholding Forms</a>
<a class="menu" href="#pages">All pages</a>
<div class="search" role="search" hidden>
<label for="search">Search</label>
<input id="search" type="search" autocomplete="off" spellcheck="false">
<p id="found" role="status"></p>
<ul id="results" aria-label="Search results" hidden></ul>
</div>
</header>
<div class="columns">
<main id="content" tabindex="-1">
${html}
</main>
<nav id="pages" aria-label="All pages">
${lists.join("\n")}
</nav>
</div>
</body>
</html>
`;
}
