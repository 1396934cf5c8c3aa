/** Styles and the language switch of the book, which is a single file. */
export const style = `
:root { color: #1c2430; background: #fff; font: 15px/1.45 system-ui, sans-serif }
body { margin: 0; display: grid; grid-template-columns: 15rem minmax(0, 1fr) }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 3.5rem .5rem 2rem; background: #f3f5f8; box-sizing: border-box }
nav ul { list-style: none; padding-left: .7rem; margin: 0 }
nav a { color: inherit; text-decoration: none }
main { padding: 3.5rem 2rem 8rem; min-width: 0 }
h1 { border-bottom: 3px solid #24548f; padding-top: 1rem }
h2 { margin-top: 2.5rem; color: #24548f }
small, .facts { color: #5a6675 }
code { font: 12.5px ui-monospace, monospace; background: #eef1f5; border-radius: 3px; padding: 0 .25em; overflow-wrap: anywhere }
.set { border: 1px solid #cfd6df; border-radius: 8px; padding: .3rem 1rem .8rem; margin: 1rem 0; max-width: 60rem }
.question { border-top: 1px solid #e3e7ec; padding: .4rem 0 }
.question p { margin: .2rem 0 }
.note { background: #fdf8e7; border-left: 3px solid #d9b84a; padding: .2rem .6rem; margin: .3rem 0; white-space: pre-line }
.message { color: #8a2626 }
.rule { color: #44505e }
.next { color: #24548f; margin-bottom: 0 }
.doubts { color: #7a4a00 }
svg.marks { position: absolute }
section, article { scroll-margin-top: 3rem }
svg.flow { max-width: 100%; height: auto; display: block; margin: 1rem 0 }
.flow .edge { fill: none; stroke: #8b97a6; stroke-width: 1.4 }
.flow rect { fill: #fff; stroke: #24548f; stroke-width: 1.4 }
.flow .end rect { fill: #e8f4ea; stroke: #2e7d3d }
.flow .stop rect { fill: #fbeaea; stroke: #a13030 }
.flow text { font: 12px system-ui, sans-serif; text-anchor: middle; fill: #1c2430 }
.flow .id { font-weight: 600 }
.flow .answers { font-size: 11px; fill: #44505e; paint-order: stroke; stroke: #fff; stroke-width: 4px }
#languages { position: fixed; top: 0; left: 0; right: 0; z-index: 1; background: #24548f; color: #fff; padding: .5rem 1rem }
#languages button { font: inherit; margin-left: .5rem }
[data-language=en] main [lang]:not([lang=en]), [data-language=es] main [lang]:not([lang=es]), [data-language=fr] main [lang]:not([lang=fr]) { display: none }
@media (max-width: 50rem) { body { display: block } nav { position: static; height: auto } main { padding: 1rem } }
`;

export const switcher = `<div id="languages">Questions of all forms<button data-to="en">English</button><button data-to="es">Español</button><button data-to="fr">Français</button></div>
<script>
document.getElementById("languages").addEventListener("click", (event) => {
  const to = event.target.dataset.to;
  if (to !== undefined) document.documentElement.dataset.language = to;
});
</script>`;
