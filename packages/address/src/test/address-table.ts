import { readFileSync } from "node:fs";
import type { UsAddress } from "../address.js";

/** A row of addresses.txt: what is sent, what must come out. */
export interface AddressRow {
  readonly section: string;
  readonly line: number;
  readonly sent: UsAddress;
  readonly expected: UsAddress;
  readonly codes: readonly string[];
}

export function addressRows(): AddressRow[] {
  const rows: AddressRow[] = [];
  let section = "";
  const text = readFileSync(new URL("addresses.txt", import.meta.url), "utf8");
  for (const [index, line] of text.split("\n").entries()) {
    if (line.startsWith("## ")) section = line.slice(3);
    if (line.startsWith("#") && !line.startsWith("#5")) continue;
    if (line === "") continue;
    const [sent, expected, codes] = line.split("=>");
    rows.push({
      section,
      line: index + 1,
      sent: address(sent!, (part) => part.replace(/^ (?=\S)| $/g, "")),
      expected: address(expected!, (part) => part.trim()),
      codes: codes!.trim().split(" "),
    });
  }
  return rows;
}

function address(text: string, clean: (part: string) => string): UsAddress {
  const [line1, line2, city, state, zip] = text.split("|").map(clean);
  return {
    streetAddress1: line1!,
    ...(line2!.trim() === "" ? {} : { streetAddress2: line2! }),
    city: city!,
    state: state!,
    zipCode: zip!,
  };
}
