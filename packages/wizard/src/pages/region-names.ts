import type { Language } from "@withholding-forms/client";
import { regionIn } from "../messages/messages-in.js";
import regions from "../regions.json" with { type: "json" };

const named: Readonly<Record<keyof typeof regions, Readonly<Record<string, string>>>> = regions;

/** The regions of a country, in the order of a list to choose from. */
export function regionsOf(
  country: "US" | "CA",
  language: Language,
): readonly { readonly code: string; readonly name: string }[] {
  return Object.entries(named[country]).map(([code, name]) => ({
    code,
    name: regionIn(language, code) ?? name,
  }));
}

/** A jurisdiction in the employee's language. The service names it in English, and knows some that are not listed here. */
export function localityName(
  { locality, localityFullName }: { readonly locality: string; readonly localityFullName: string },
  language: Language,
): string {
  const name = named.US[locality] ?? named.CA[locality] ?? named.localities[locality];
  return regionIn(language, locality) ?? name ?? localityFullName;
}
