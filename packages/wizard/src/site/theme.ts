import { WithholdingWizard } from "../index.js";
import { demo } from "./demo.js";

/** The page at `/theme`: changes the tokens of a wizard, and shows the CSS for the changed ones. */
const colors = [
  ...[
    "accent",
    "accent-hover",
    "on-accent",
    "text",
    "muted",
    "background",
    "surface",
    "line",
    "edge",
    "error",
  ],
  ...["error-surface", "warning-surface", "warning-edge", "success", "success-surface", "focus"],
];
/** With the unit and the largest value. */
const shapes = {
  "radius-field": ["px", 24],
  "radius-button": ["px", 24],
  "radius-card": ["px", 24],
  width: ["rem", 60],
} as const;

/** Text and what is behind it, which need a contrast of 4.5:1. */
const pairs = [
  ["text", "background"],
  ["text", "surface"],
  ["muted", "background"],
  ["accent", "background"],
  ["on-accent", "accent"],
  ["on-accent", "accent-hover"],
  ["error", "background"],
  ["error", "error-surface"],
  ["text", "warning-surface"],
  ["success", "success-surface"],
] as const;

const wizard = document.querySelector("withholding-wizard");
if (wizard instanceof WithholdingWizard) {
  const changed = new Map<string, string>();
  const byId = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;
  const current = (token: string) => getComputedStyle(wizard).getPropertyValue(`--${token}`).trim();
  const inputs = new Map<string, { readonly input: HTMLInputElement; readonly unit: string }>();

  const add = (token: string, group: string, type: string, unit = "", max = "") => {
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { type, max, min: "0" });
    label.append(input, document.createElement("code"));
    label.lastElementChild?.append(`--ww-${token}`);
    byId(group).append(label);
    inputs.set(token, { input, unit });
    input.addEventListener("input", () => {
      changed.set(token, `${input.value}${unit}`);
      show();
    });
  };

  const show = () => {
    const lines = [...changed].map(([token, value]) => `  --ww-${token}: ${value};`);
    byId("css").textContent = ["withholding-wizard {", ...lines, "}"].join("\n");
    for (const token of inputs.keys()) {
      const value = changed.get(token);
      if (value === undefined) wizard.style.removeProperty(`--ww-${token}`);
      else wizard.style.setProperty(`--ww-${token}`, value);
    }
    for (const [token, { input, unit }] of inputs)
      if (!changed.has(token)) input.value = current(token).slice(0, unit === "" ? undefined : -unit.length);
    const weak = pairs.filter(([front, back]) => contrast(current(front), current(back)) < 4.5);
    byId("contrast").textContent = weak
      .map(([front, back]) => `Too little contrast: ${front} on ${back}.`)
      .join(" ");
  };

  for (const token of colors) add(token, "colors", "color");
  for (const [token, [unit, max]] of Object.entries(shapes)) add(token, "shapes", "range", unit, String(max));
  add("font", "shapes", "text");
  byId<HTMLSelectElement>("theme").addEventListener("change", ({ target }) => {
    wizard.setAttribute("theme", (target as HTMLSelectElement).value);
    show();
  });
  document.querySelector("form")?.addEventListener("reset", () => {
    changed.clear();
    wizard.removeAttribute("theme");
    setTimeout(show);
  });
  byId("copy").addEventListener("click", () =>
    navigator.clipboard.writeText(byId("css").textContent ?? "").then(() => {
      byId("copy").textContent = "Copied";
    }),
  );
  show();
  await demo(wizard);
}

/** By WCAG 2.2, of two colors such as `#0a4b84`. */
function contrast(front: string, back: string): number {
  const [lighter, darker] = [luminance(front), luminance(back)].sort((one, other) => other - one);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
