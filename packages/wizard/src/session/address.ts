import type { Address } from "@withholding-forms/client";
import type { Messages } from "../messages/messages-in.js";
import { say } from "../messages/say.js";
import zipStates from "../zip-states.json" with { type: "json" };
import { zipCode } from "./entry.js";

/** An address while it is being typed. */
export interface AddressDraft {
  readonly country: "US" | "CA";
  readonly streetAddress1: string;
  readonly streetAddress2: string;
  readonly city: string;
  /** State, province or territory. */
  readonly region: string;
  readonly code: string;
}

export type WorksAt = "WORKPLACE" | "HOME" | "BOTH";

export type AddressPart = keyof AddressDraft;

export const emptyAddress: AddressDraft = {
  country: "US",
  streetAddress1: "",
  streetAddress2: "",
  city: "",
  region: "",
  code: "",
};

export function isBlank({ country, ...parts }: AddressDraft): boolean {
  return Object.values(parts).every((part) => part === "");
}

/** The parts by their names in what is sent. */
export const partOf: Readonly<Record<string, AddressPart>> = {
  streetAddress1: "streetAddress1",
  streetAddress2: "streetAddress2",
  city: "city",
  state: "region",
  provinceTerritory: "region",
  zipCode: "code",
  postalCode: "code",
};

/** What the forms' published patterns accept. They are not known yet when addresses are typed; a test compares them. */
export const maxLengths = { streetAddress1: 80, streetAddress2: 80, city: 50 } as const;

/** No form can print these. Only the service knows which other characters the fonts lack. */
const unprintable = /[\p{C}\p{Emoji_Presentation}\u{1f000}-\u{1ffff}]|\u{fe0f}/u;

export function draftOf(address: Address): AddressDraft {
  const common = {
    streetAddress1: address.streetAddress1,
    streetAddress2: address.streetAddress2 ?? "",
    city: address.city,
  };
  return "provinceTerritory" in address
    ? { country: "CA", ...common, region: address.provinceTerritory, code: address.postalCode }
    : { country: "US", ...common, region: address.state, code: address.zipCode };
}

export function addressOf(draft: AddressDraft): Address {
  const second = cleaned(draft.streetAddress2);
  const common = {
    streetAddress1: cleaned(draft.streetAddress1),
    ...(second === "" ? {} : { streetAddress2: second }),
    city: cleaned(draft.city),
  };
  const code = spelledCode(draft);
  return draft.country === "CA"
    ? ({ ...common, provinceTerritory: draft.region, postalCode: code } as Address)
    : { ...common, state: draft.region, zipCode: code };
}

/** Without the invisible characters that come with pasted text. */
function cleaned(typed: string): string {
  return typed.replace(/\p{Cf}/gu, "").trim();
}

/** The state of a ZIP Code by its first three digits; undefined where they are used in several states. */
export function stateOfZip(code: string): string | undefined {
  const [prefix] = /^\d{3}(?=\d{2}(?:-\d{4})?$)/.exec(zipCode(code)) ?? [];
  const isIn = (range: string): boolean => {
    const [from = "", to = from] = range.split("-");
    return prefix !== undefined && from <= prefix && prefix <= to;
  };
  return Object.entries(zipStates).find(([, ranges]) => ranges.split(" ").some(isIn))?.[0];
}

const provinces: Readonly<Record<string, string>> = Object.fromEntries(
  "NLA NSB PEC NBE QCGHJ ONKLMNP MBR SKS ABT BCV YTY"
    .split(" ")
    .flatMap((one) => [...one.slice(2)].map((letter) => [letter, one.slice(0, 2)])),
);

/** The province of a complete postal code by its first letter. Two territories share X. */
export function provinceOfPostalCode(code: string): string | undefined {
  const spelled = spelledCode({ country: "CA", code });
  if (!postalCode.test(spelled)) return undefined;
  return spelled.startsWith("X") ? (/^X0[ABC]/.test(spelled) ? "NU" : "NT") : provinces[spelled.charAt(0)];
}

const postalCode = /^[A-Z]\d[A-Z] \d[A-Z]\d$/;

/** The ZIP or postal code as it is sent. */
export function spelledCode({ country, code }: Pick<AddressDraft, "country" | "code">): string {
  return country === "US"
    ? zipCode(code)
    : code
        .trim()
        .toUpperCase()
        .replace(/^(\w{3})\s?(\w{3})$/, "$1 $2");
}

export function addressProblems(draft: AddressDraft, words: Messages): Partial<Record<AddressPart, string>> {
  const found: Partial<Record<AddressPart, string>> = {};
  for (const part of ["streetAddress1", "city", "region", "code"] as const)
    if (cleaned(draft[part]) === "") found[part] = words.problems.fill;
  for (const part of ["streetAddress1", "streetAddress2", "city"] as const) {
    const text = cleaned(draft[part]);
    const [character] = unprintable.exec(text) ?? [];
    if (character !== undefined) found[part] = say(words.problems.character, { character });
    else if ([...text].length > maxLengths[part])
      found[part] = say(words.problems.tooLong, { limit: maxLengths[part] });
  }
  const code = spelledCode(draft);
  if (draft.country === "US" && code !== "" && !/^\d{5}(?:-\d{4})?$/.test(code))
    found.code = words.problems.zipCode;
  if (draft.country === "CA" && code !== "" && !postalCode.test(code)) found.code = words.problems.postalCode;
  return found;
}

export function addressLines(address: Address): readonly string[] {
  const place =
    "provinceTerritory" in address
      ? `${address.city} ${address.provinceTerritory}  ${address.postalCode}`
      : `${address.city}, ${address.state} ${address.zipCode}`;
  const second = address.streetAddress2 ?? "";
  return [address.streetAddress1, ...(second === "" ? [] : [second]), place];
}
