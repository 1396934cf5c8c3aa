import type { Language } from "@withholding-forms/client";
import { languages } from "../messages/messages-in.js";
import regions from "../regions.json" with { type: "json" };

/** In English, Spanish, and French, if it is not the same in all of them. */
type RegionName = string | readonly string[];

const named: Readonly<Record<"US" | "CA" | "localities", Readonly<Record<string, RegionName>>>> = regions;

/** The regions of a country, in the order of a list to choose from. */
export function regionsOf(
  country: "US" | "CA",
  language: Language,
): readonly { readonly code: string; readonly name: string }[] {
  return Object.entries(named[country]).map(([code, name]) => ({ code, name: nameIn(name, language) }));
}

/** A jurisdiction in the employee's language. The service names it in English, and knows some that are not listed here. */
export function localityName(
  { locality, localityFullName }: { readonly locality: string; readonly localityFullName: string },
  language: Language,
): string {
  const name = named.US[locality] ?? named.CA[locality] ?? named.localities[locality];
  return name === undefined ? localityFullName : nameIn(name, language);
}

function nameIn(name: RegionName, language: Language): string {
  return typeof name === "string" ? name : (name[languages.indexOf(language)] ?? "");
}
