import { readFileSync } from "node:fs";
import { join } from "node:path";
import { templatesFolder } from "../read/paths.js";

/** Styles and the language switch of the book, which is a single file. */
export const style = readFileSync(join(templatesFolder, "book.css"), "utf8");

export const switcher = `<div id="languages">Questions of all forms<button data-to="en">English</button><button data-to="es">Español</button><button data-to="fr">Français</button></div>
<script>
document.getElementById("languages").addEventListener("click", (event) => {
  const to = event.target.dataset.to;
  if (to !== undefined) document.documentElement.dataset.language = to;
});
</script>`;
