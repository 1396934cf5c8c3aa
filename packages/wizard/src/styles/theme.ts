import { css } from "lit";

const dark = css`
  --accent: var(--ww-accent, #8cc2f4);
  --accent-hover: var(--ww-accent-hover, #b3d7f8);
  --on-accent: var(--ww-on-accent, #06233d);
  --text: var(--ww-text, #edf2f7);
  --muted: var(--ww-muted, #b4c1ce);
  --background: var(--ww-background, #11181f);
  --surface: var(--ww-surface, #1b2530);
  --line: var(--ww-line, #334252);
  --edge: var(--ww-edge, #8496a8);
  --error: var(--ww-error, #ffb3ac);
  --error-surface: var(--ww-error-surface, #3a1816);
  --warning-surface: var(--ww-warning-surface, #332808);
  --warning-edge: var(--ww-warning-edge, #e0b04a);
  --success: var(--ww-success, #7fd6a2);
  color-scheme: dark;
`;

/**
 * Colors and sizes. Every `--ww-` property can be set on the element or an ancestor. Light by default, even if the system
 * is dark: most host pages are white, and only the host knows whether its page turns dark, too.
 */
export const theme = css`
  :host {
    --accent: var(--ww-accent, #0a4b84);
    --accent-hover: var(--ww-accent-hover, #073862);
    --on-accent: var(--ww-on-accent, #ffffff);
    --text: var(--ww-text, #17212b);
    --muted: var(--ww-muted, #4b5a69);
    --background: var(--ww-background, #ffffff);
    --surface: var(--ww-surface, #f3f6f9);
    --line: var(--ww-line, #d3dbe3);
    --edge: var(--ww-edge, #738395);
    --error: var(--ww-error, #b3221b);
    --error-surface: var(--ww-error-surface, #fdf2f1);
    --warning-surface: var(--ww-warning-surface, #fff6df);
    --warning-edge: var(--ww-warning-edge, #a86b00);
    --success: var(--ww-success, #1c6b3c);
    --focus: var(--ww-focus, #f2b705);
    --radius: var(--ww-radius, 8px);
    --font: var(--ww-font, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif);
    --width: var(--ww-width, 42rem);
    color-scheme: light;
    display: block;
    color: var(--text);
    background: var(--background);
    font-family: var(--font);
    font-size: 1rem;
    line-height: 1.5;
  }

  :host([theme="dark"]) {
    ${dark}
  }

  @media (prefers-color-scheme: dark) {
    :host([theme="auto"]) {
      ${dark}
    }
  }
`;
