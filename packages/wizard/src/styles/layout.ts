import { css } from "lit";

export const layout = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  .wizard {
    max-width: var(--width);
    margin: 0 auto;
    padding: 1rem clamp(1rem, 4vw, 2rem) 3rem;
    overflow-wrap: break-word;
  }
  .top {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1rem;
    align-items: center;
    justify-content: space-between;
    border-bottom: 1px solid var(--line);
    padding-bottom: 0.5rem;
    margin-bottom: 1.25rem;
  }
  .top p {
    /* The same room in every language: the buttons stay where they are when one is pressed. */
    flex: 1 1 12rem;
    margin: 0;
    font-weight: 600;
  }
  .languages {
    display: flex;
    margin: 0 -0.5rem;
  }
  .languages button {
    font: inherit;
    font-size: 0.9375rem;
    color: var(--accent);
    background: none;
    border: 0;
    border-radius: var(--radius);
    padding: 0.5rem;
    min-height: 2.75rem;
    cursor: pointer;
  }
  .languages button[aria-pressed="true"] {
    color: var(--text);
    font-weight: 600;
    text-decoration: underline;
    text-decoration-thickness: 2px;
    text-underline-offset: 0.4em;
  }
  h1 {
    font-size: clamp(1.5rem, 1.2rem + 1.5vw, 2rem);
    line-height: 1.2;
    letter-spacing: -0.01em;
    margin: 0.25rem 0 1rem;
    text-wrap: balance;
  }
  h1:focus {
    outline: none;
  }
  h2 {
    font-size: 1.1875rem;
    line-height: 1.3;
    margin: 0 0 0.5rem;
  }
  p {
    margin: 0 0 0.75rem;
  }
  .lead {
    color: var(--muted);
    margin-bottom: 1.5rem;
  }
  .progress p {
    margin: 0 0 0.75rem;
    font-size: 0.9375rem;
    color: var(--muted);
  }
  .progress strong {
    color: var(--text);
    margin-right: 0.375rem;
  }
  /* An SVG, because a style attribute would need a weaker content security policy. */
  .bar {
    display: block;
    width: 100%;
    height: 0.375rem;
    margin-bottom: 0.5rem;
    border-radius: 0.25rem;
    background: var(--line);
    fill: var(--accent);
  }
  .step {
    border-top: 1px solid var(--line);
    padding: 1.25rem 0 1.5rem;
  }
  .asked {
    margin-bottom: 0.5rem;
  }
  .choices {
    margin: 0 0 0.75rem;
    padding-left: 1.25rem;
  }
  .choices li + li {
    margin-top: 0.375rem;
  }
  .otherwise {
    margin-top: 1.5rem;
  }
  mark {
    background: var(--warning-surface);
    color: inherit;
    font-weight: 600;
    box-shadow: inset 0 -2px var(--warning-edge);
  }
  .courtesy,
  .warning {
    background: var(--warning-surface);
    border-left: 4px solid var(--warning-edge);
    border-radius: 0 var(--radius) var(--radius) 0;
    padding: 0.75rem 1rem;
    margin: 0 0 1rem;
  }
  .courtesy {
    font-size: 0.9375rem;
  }
  .warning > :last-child {
    margin-bottom: 0;
  }
  .note {
    color: var(--muted);
    margin: 0.75rem 0;
    max-width: 65ch;
  }
  .note ul {
    margin: 0;
    padding-left: 1.25rem;
  }
  .note li + li {
    margin-top: 0.25rem;
  }
  .note p {
    margin: 0 0 0.25rem;
  }
  figure.note {
    margin: 1rem 0;
  }
  figure a,
  :is(.note, .asked, .choices) a {
    color: var(--accent);
  }
  figure img {
    display: block;
    width: 100%;
    height: auto;
    /* Room for a page of a form, until the image is there with its own size. */
    aspect-ratio: auto 17 / 22;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: #ffffff;
  }
  figcaption {
    font-size: 0.9375rem;
  }
  .table {
    overflow-x: auto;
    max-width: 100%;
  }
  table {
    border-collapse: collapse;
    color: var(--text);
  }
  caption {
    text-align: left;
    padding-bottom: 0.5rem;
    font-weight: 600;
  }
  th,
  td {
    border-bottom: 1px solid var(--line);
    padding: 0.5rem 0.75rem;
    text-align: left;
    vertical-align: top;
  }
  .summary,
  .failure {
    border: 2px solid var(--error);
    border-radius: var(--radius);
    background: var(--error-surface);
    padding: 1rem;
    margin: 0 0 1.5rem;
  }
  .summary h2,
  .failure h2 {
    color: var(--error);
  }
  .summary ul {
    margin: 0;
    padding-left: 1.25rem;
  }
  .summary li + li {
    margin-top: 0.5rem;
  }
  .summary a {
    color: var(--error);
    font-weight: 600;
  }
  .failure .secondary {
    margin-top: 0.25rem;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem;
    margin-top: 1.75rem;
  }
  .busy {
    position: sticky;
    bottom: 1rem;
    width: fit-content;
    margin: 1rem auto 0;
    padding: 0.5rem 1rem;
    border-radius: 2rem;
    background: var(--text);
    color: var(--background);
    font-size: 0.9375rem;
  }
  .busy:empty {
    display: none;
  }
  .forms,
  .plain {
    list-style: none;
    margin: 0 0 1.5rem;
    padding: 0;
  }
  .forms li,
  .finished li {
    border: 1px solid var(--line);
    border-radius: var(--radius);
    padding: 0.875rem 1rem;
    margin-bottom: 0.5rem;
  }
  .forms li {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1rem;
    justify-content: space-between;
    align-items: baseline;
  }
  .actions + :is(.forms, .finished) {
    margin-top: 1.75rem;
  }
  /* Links side by side, or one below the other on a narrow screen. */
  .links {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.5rem;
    margin: 0;
  }
  .links .link {
    display: inline-block;
  }
  .forms strong {
    margin-right: 0.5rem;
  }
  .finished .actions {
    margin-top: 0.75rem;
  }
  .finished h2 {
    margin: 0;
  }
  .badge {
    color: var(--success);
    font-weight: 600;
  }
  .badge::before {
    content: "✓ ";
  }
  .paper {
    border-top: 1px solid var(--line);
    padding-top: 1.25rem;
    margin-top: 2rem;
    color: var(--muted);
  }
  .paper h2 {
    color: var(--text);
    font-size: 1rem;
  }
  .paper ul {
    margin: 0;
  }
  .answers {
    margin-bottom: 1.75rem;
  }
  dl {
    margin: 0;
  }
  .answers dl > div {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(4.5rem, auto);
    column-gap: 1rem;
    border-top: 1px solid var(--line);
    padding: 0.625rem 0;
  }
  dt {
    color: var(--muted);
    font-size: 0.9375rem;
    grid-column: 1;
  }
  dd {
    margin: 0;
    grid-column: 1;
    font-weight: 600;
    white-space: pre-line;
  }
  dd .hint {
    font-weight: 400;
  }
  dd.origin {
    margin: 0.375rem 0 0;
    font-weight: 400;
  }
  dd.change {
    grid-column: 2;
    grid-row: 1 / span 2;
    align-self: center;
    text-align: right;
    font-weight: 400;
    white-space: normal;
  }
  .decisive {
    background: var(--surface);
    border-radius: var(--radius);
    padding: 1rem;
    margin-bottom: 1rem;
  }
  h3 {
    font-size: 1rem;
    margin: 1.25rem 0 0.5rem;
  }
  section.form {
    border-top: 4px solid var(--accent);
    padding-top: 1rem;
    margin-bottom: 2.5rem;
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
    margin-bottom: 0.5rem;
  }
  .tools a {
    margin-left: auto;
  }
  .pages {
    overflow: auto;
    max-height: min(90vh, 56rem);
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: #e8ecf0;
  }
  .pages canvas {
    display: block;
    width: 100%;
    background: #ffffff;
  }
  .pages canvas + canvas {
    margin-top: 0.5rem;
  }
  .pages .zoom150 {
    width: 150%;
  }
  .pages .zoom200 {
    width: 200%;
  }
  .pages .zoom300 {
    width: 300%;
  }
  .perjury {
    margin: 0 0 1.25rem;
    padding: 1rem 1.25rem;
    border-left: 4px solid var(--accent);
    background: var(--surface);
    border-radius: 0 var(--radius) var(--radius) 0;
    white-space: pre-line;
  }
  .place {
    margin-bottom: 1.5rem;
  }
  .lines {
    display: block;
  }
  .statement {
    white-space: pre-line;
  }
  @media (max-width: 30rem) {
    .links {
      flex-direction: column;
    }
  }
  .vh {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
