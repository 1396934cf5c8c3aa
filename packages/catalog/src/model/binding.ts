import type { AgencyPlace } from "@withholding-forms/pdf";
import type { PrintedField } from "./printed-field.js";

/** How a form version is bound to the agency's own file: `official.yaml`, compiled. */
export interface CompiledOfficial {
  /** Where the agency publishes the file. */
  readonly address: string;
  /** Of the agency's file, as published. */
  readonly sha256: string;
  readonly revision: string;
  /** The same form in another language, `W4101/2025.12.0`: each lends the other its words. */
  readonly editionOf?: string;
  /** The agency's fields and those added, by their names in the cleaned file. */
  readonly printed: readonly PrintedField[];
  /** Fields of the agency that no answer goes into. */
  readonly unused: readonly string[];
  /** Fields that are removed with what they show. */
  readonly drop: readonly string[];
  readonly places: readonly AgencyPlace[];
  readonly wording: readonly Wording[];
  /** Notes of ours that say the same as the agency's words. They are left out. */
  readonly unsaid: readonly Target[];
}

/** Where on a page legally fixed words are, and what says them. */
export interface Wording {
  /** From 1. */
  readonly page: number;
  /** First words, which are only once on the page. */
  readonly from: string;
  /** Last words: the first such after the start. */
  readonly to: string;
  readonly into: readonly Target[];
}

export type Target =
  | { readonly part: "ask"; readonly set: string; readonly question: string }
  | { readonly part: "option"; readonly set: string; readonly question: string; readonly value: string }
  /** A paragraph above the question, or above all questions of the set; with an index in place of a note. */
  | { readonly part: "note"; readonly set: string; readonly question?: string; readonly index?: number }
  /** The statement at a set's end, or at the end that one answer leads to. */
  | { readonly part: "perjury"; readonly set: string; readonly answer?: string };

/** The agency's words, as taken from its file. A note for which there is no text is left out. */
export interface OfficialWords {
  readonly language: "en" | "es" | "fr";
  readonly words: readonly { readonly text: string; readonly into: readonly Target[] }[];
}
