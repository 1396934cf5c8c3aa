// The search of the documentation site. The index is loaded when the box gets the focus.
import MiniSearch from "minisearch";
import { searchOptions } from "./search-options.mjs";

const shown = 12;
const input = document.querySelector("#search");
const results = document.querySelector("#results");
const status = document.querySelector("#found");
const base = new URL("..", import.meta.url);
let loading;

document.querySelector(".search").hidden = false;
input.addEventListener("focus", () => void load());
input.addEventListener("input", () => void show());
input.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") input.value = "";
  if (key === "Escape" || key === "Enter")
    void show().then(() => key === "Enter" && results.querySelector("a")?.click());
});

function load() {
  loading ??= fetch(new URL("static/search.json", base))
    .then((response) => response.text())
    .then((text) => MiniSearch.loadJSON(text, searchOptions));
  return loading;
}

async function show() {
  const index = await load();
  const query = input.value.trim();
  const found = query === "" ? [] : index.search(query);
  results.replaceChildren(
    ...found.slice(0, shown).map(({ id, title, page }) => {
      const [item, link] = [document.createElement("li"), document.createElement("a")];
      link.href = new URL(id, base).href;
      link.textContent = title === page ? title : `${page}: ${title}`;
      item.append(link);
      return item;
    }),
  );
  results.hidden = found.length === 0;
  status.textContent = query === "" ? "" : found.length === 0 ? "Nothing found" : `${found.length} found`;
}
