import { printable } from "../print.js";
import type { Checked } from "./check-address.js";

export interface WatchedAddress {
  readonly address: string;
  /** `W4101 2025.12.0`; several forms can be on one page. */
  readonly forms: readonly string[];
  /** SHA-256 of the file that the content is bound to. */
  readonly bound?: string;
}

export interface WatchResult extends WatchedAddress, Omit<Checked, "seen" | "bytes"> {}

/** Whether a person has something to do, or something could not be checked. */
export function verdictOf(results: readonly WatchResult[]): "nothing" | "news" | "unknown" {
  if (results.some(isNews)) return "news";
  return results.some(({ state }) => state === "unreachable" || state === "blocked") ? "unknown" : "nothing";
}

export function isNews({ state, movedTo }: WatchResult): boolean {
  return movedTo !== undefined || state === "changed" || state === "missing" || state === "not-pdf";
}

/** Markdown for people: first what has to be done. */
export function watchReport(results: readonly WatchResult[], at: Date): string {
  const news = results.filter(isNews);
  const open = results.filter(
    (one) => !isNews(one) && (one.state === "unreachable" || one.state === "blocked"),
  );
  const rest = results.filter((one) => !news.includes(one) && !open.includes(one));
  const counts = `${results.length} addresses: ${news.length} with news, ${open.length} not checked, ${rest.length} without news.`;
  return [
    `# Agency addresses on ${at.toISOString().slice(0, 10)}`,
    counts,
    ...section("News", news),
    ...section("Not checked", open),
    ...section("Without news", rest),
    "",
  ].join("\n\n");
}

function section(title: string, results: readonly WatchResult[]): string[] {
  if (results.length === 0) return [];
  return [`## ${title}`, results.map((one) => `- ${plainMarkdown(lineOf(one))}`).join("\n")];
}

/** Text that a server sent is no markup, no link, and no HTML. */
function plainMarkdown(text: string): string {
  return printable(text).replace(/[\\`*_[\]<>|~&#!]/g, "\\$&");
}

/** One line per address. */
export function lineOf({ forms, address, state, message, movedTo }: WatchResult): string {
  const to = movedTo === undefined ? "" : `; moved to ${movedTo}`;
  return `${forms.join(", ")}: ${state}, ${message}${to} (${address})`.replace(/\s+/g, " ");
}
