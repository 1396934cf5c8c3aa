import { css } from "lit";

export const controls = css`
  .question,
  .field {
    margin: 0 0 1.5rem;
  }
  .question + .question {
    border-top: 1px solid var(--line);
    padding-top: 1.5rem;
  }
  /* Check boxes in a row belong together. */
  .question:has(> .option) + .question:has(> .option) {
    border-top: 0;
    padding-top: 0;
    margin-top: -0.75rem;
  }
  .question.wrong,
  .field.wrong {
    border-left: 4px solid var(--error);
    padding-left: 1rem;
  }
  fieldset {
    border: 0;
    margin: 0;
    padding: 0;
    min-width: 0;
  }
  fieldset.address {
    margin-bottom: 1.5rem;
  }
  .address .field {
    margin-bottom: 1rem;
  }
  legend,
  label {
    display: block;
    padding: 0;
    font-weight: 600;
    margin-bottom: 0.375rem;
    max-width: 65ch;
  }
  legend h2 {
    margin: 0 0 0.5rem;
  }
  .optional,
  .hint {
    color: var(--muted);
    font-weight: 400;
    font-size: 0.9375rem;
  }
  .hint {
    margin: 0 0 0.375rem;
  }
  .problem {
    color: var(--error);
    font-weight: 600;
    margin: 0 0 0.5rem;
  }
  input[type="text"],
  input[type="tel"],
  input[type="email"],
  select,
  textarea {
    font: inherit;
    color: var(--text);
    background: var(--background);
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    padding: 0.625rem 0.75rem;
    min-height: 3rem;
    width: 100%;
    max-width: 100%;
  }
  input.short {
    width: 9rem;
  }
  input.medium {
    width: 15rem;
  }
  select {
    width: auto;
    min-width: 9rem;
  }
  [aria-invalid="true"]:is(input, select, textarea) {
    border: 2px solid var(--error);
  }
  .unit {
    display: flex;
    align-items: stretch;
    width: fit-content;
    max-width: 100%;
    position: relative;
  }
  .unit span[aria-hidden] {
    display: grid;
    place-items: center;
    padding: 0 0.75rem;
    border: 1px solid var(--edge);
    background: var(--surface);
    color: var(--muted);
  }
  .unit span[aria-hidden]:not(:last-child) {
    border-right: 0;
    border-radius: var(--radius) 0 0 var(--radius);
  }
  .unit span[aria-hidden]:last-child {
    border-left: 0;
    border-radius: 0 var(--radius) var(--radius) 0;
  }
  .unit span:not(:last-child) + input {
    border-radius: 0 var(--radius) var(--radius) 0;
  }
  .unit input:not(:last-child) {
    border-radius: var(--radius) 0 0 var(--radius);
  }
  .unit input {
    min-width: 0;
  }
  .calculated output {
    display: block;
    width: 15rem;
    max-width: 100%;
    min-height: 3rem;
    padding: 0.625rem 0.75rem;
    font-weight: 600;
    background: var(--surface);
    border: 1px dashed var(--edge);
    border-radius: var(--radius);
  }
  .secret {
    -webkit-text-security: disc;
  }
  .with-button {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  .with-button .secondary {
    padding-inline: 1rem;
  }
  .origin {
    margin: 0 0 0.5rem;
    padding-left: 0.75rem;
    border-left: 3px solid var(--accent);
    max-width: 65ch;
  }
  .rounded {
    margin: 0.375rem 0 0;
  }
  .after {
    margin-top: 0.5rem;
  }
  .help {
    margin: -0.75rem 0 1.5rem;
    max-width: 65ch;
  }
  .help summary {
    color: var(--accent);
    cursor: pointer;
    padding: 0.5rem 0;
    min-height: 2.75rem;
  }
  .help .link {
    display: block;
  }
  .options {
    display: grid;
    gap: 0.5rem;
  }
  .options.row {
    grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr));
    max-width: 26rem;
  }
  .options.long {
    max-height: 20rem;
    overflow-y: auto;
    padding: 0.5rem;
    margin-bottom: 0.5rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
  }
  .search {
    font-weight: 400;
  }
  .found {
    margin: 0.375rem 0 0.5rem;
  }
  .joint {
    margin: 0 0 0 1rem;
    color: var(--muted);
  }
  .option {
    display: grid;
    grid-template-columns: 1.5rem 1fr;
    gap: 0.75rem;
    align-items: start;
    font-weight: 400;
    margin: 0;
    max-width: none;
    min-height: 3rem;
    padding: 0.6875rem 0.875rem;
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    cursor: pointer;
  }
  .option.alone {
    margin-bottom: 1.5rem;
  }
  .option:hover {
    background: var(--surface);
  }
  .option:has(input:checked) {
    border-color: var(--accent);
    box-shadow: inset 0 0 0 1px var(--accent);
    background: var(--surface);
  }
  .option input {
    width: 1.375rem;
    height: 1.375rem;
    margin: 0.0625rem 0 0;
    accent-color: var(--accent);
  }
  .option .lines {
    color: var(--muted);
  }
  .date {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem;
  }
  .date label {
    font-weight: 400;
    font-size: 0.9375rem;
  }
  .date input {
    width: 5.5rem;
  }
  .signature input {
    font-family: var(--ww-signature-font, "Snell Roundhand", "Segoe Script", "Brush Script MT", cursive, serif);
    font-size: 1.375rem;
  }
  .primary,
  .secondary {
    font: inherit;
    font-weight: 600;
    display: inline-block;
    min-height: 3rem;
    padding: 0.6875rem 1.5rem;
    border-radius: var(--radius);
    border: 1px solid var(--accent);
    text-decoration: none;
    text-align: center;
    cursor: pointer;
  }
  .primary {
    background: var(--accent);
    color: var(--on-accent);
    min-width: 10rem;
  }
  .primary:hover {
    background: var(--accent-hover);
    border-color: var(--accent-hover);
  }
  .secondary {
    background: var(--background);
    color: var(--accent);
  }
  .secondary:hover {
    background: var(--surface);
  }
  .secondary.zoom {
    padding: 0;
    width: 3rem;
    font-size: 1.25rem;
  }
  .zoom[aria-disabled="true"] {
    opacity: 0.5;
    cursor: default;
  }
  .primary[aria-disabled="true"] {
    cursor: progress;
  }
  .link,
  .back {
    font: inherit;
    color: var(--accent);
    background: none;
    border: 0;
    padding: 0.5rem 0;
    min-height: 2.75rem;
    text-align: left;
    text-decoration: underline;
    text-underline-offset: 0.2em;
    cursor: pointer;
  }
  .link {
    /* An inline link would ignore its height, and be too small for a finger. */
    display: inline-block;
  }
  .back {
    text-decoration: none;
    display: block;
    margin: -0.5rem 0 0.25rem;
  }
  .back:hover {
    text-decoration: underline;
  }
  :is(a, button, input, select, textarea, iframe, summary, .summary, .failure, .table, .pages):focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: 1px;
    box-shadow: 0 0 0 6px var(--text);
  }
  .summary:focus,
  .failure:focus {
    outline: 3px solid var(--focus);
  }
  .option:has(input:focus-visible) {
    outline: 3px solid var(--focus);
    outline-offset: 1px;
    box-shadow: 0 0 0 6px var(--text);
  }
  .option input:focus-visible {
    outline: none;
    box-shadow: none;
  }
  @media (max-width: 30rem) {
    .actions > * {
      width: 100%;
    }
    select {
      width: 100%;
    }
    .date select {
      width: auto;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .option,
    .primary,
    .secondary {
      transition:
        background-color 0.12s,
        border-color 0.12s;
    }
  }
  @media (forced-colors: active) {
    .option:has(input:checked) {
      outline: 2px solid Highlight;
    }
  }
`;
