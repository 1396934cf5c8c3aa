import type { Address, AddressProvider, Located, UsAddress } from "./address.js";
import { isUsAddress } from "./address.js";
import { locateCanadian } from "./canada.js";
import { inOrder, isProblem, type ResultCode } from "./codes.js";
import { standardLines } from "./lines.js";
import { countiesOf } from "./located-place.js";
import { places } from "./places.js";
import type { StreetLines } from "./street-lines.js";
import { isMilitary, type Verdict, verifyPlace } from "./verify.js";

/** Works offline, from the ZIP data in this package, which is loaded on the first lookup. */
export function embeddedProvider(): AddressProvider & { locateSync(address: Address): Located } {
  return {
    name: "embedded",
    locateSync: locateEmbedded,
    async locate(address, signal) {
      signal?.throwIfAborted();
      return locateEmbedded(address);
    },
  };
}

export function locateEmbedded(address: Address): Located {
  return isUsAddress(address) ? locateUs(address).located : locateCanadian(address);
}

/** With the parts that a street-level provider continues from. */
export interface UsLocated {
  readonly located: Located;
  readonly lines: StreetLines;
}

export function locateUs(address: UsAddress): UsLocated {
  const verdict = verifyPlace(address.city, address.state, address.zipCode);
  const lines = standardLines(address.streetAddress1, address.streetAddress2 ?? "", verdict.region);
  const normalizedAddress = usAddress(lines, verdict);
  const region = verdict.region?.code;
  const row = verdict.row;
  const coordinates = row === 0 ? undefined : places().coordinates(row);
  const counties = row === 0 || region === undefined ? [] : countiesOf(verdict.zipCode, region);
  if (coordinates !== undefined && lines.codes.length === 0 && verdict.codes.length === 0) {
    // Only the location: by far the most common result.
    const located: Located = {
      normalizedAddress,
      region,
      country: "US",
      codes: zipLevel,
      latitude: degrees(coordinates[0]),
      longitude: degrees(coordinates[1]),
      verified: true,
      geocoded: true,
      places: counties,
      problems: noProblems,
    };
    return { located, lines };
  }
  const codes: ResultCode[] = [...lines.codes, ...placeCodes(address, verdict)];
  const problems = inOrder(codes.filter(isProblem)).map((code) => ({ code }));
  const base = {
    normalizedAddress,
    region,
    country: "US",
    verified: row !== 0 && problems.length === 0,
    places: counties,
    problems,
  } as const;
  if (coordinates === undefined) {
    // A known ZIP that contradicts the city has a center, but maybe not the one of this address.
    const isContradicted = row === 0 && places().row(verdict.zipCode.slice(0, 5)) !== 0;
    codes.push(isContradicted ? "GE02" : "GE01");
    return { located: { ...base, codes: inOrder(codes), geocoded: false }, lines };
  }
  codes.push("GS03");
  const latitude = degrees(coordinates[0]);
  const longitude = degrees(coordinates[1]);
  return { located: { ...base, codes: inOrder(codes), latitude, longitude, geocoded: true }, lines };
}

/** For military mail, only what to do instead: whether its ZIP Code matches does not matter. */
function placeCodes(address: UsAddress, { codes, region }: Verdict): readonly ResultCode[] {
  if (!isMilitary(address.city, region)) return codes;
  return [...codes.filter((code) => !isProblem(code)), "MILITARY_ADDRESS"];
}

const zipLevel: readonly ResultCode[] = ["GS03"];
const noProblems: readonly { readonly code: string }[] = [];

function usAddress(lines: StreetLines, verdict: Verdict): UsAddress {
  const { city, state, zipCode } = verdict;
  const streetAddress1 = lines.line1;
  if (lines.line2 === "") return { streetAddress1, city, state, zipCode };
  return { streetAddress1, streetAddress2: lines.line2, city, state, zipCode };
}

/** Ten-thousandths of a degree as the API writes them: with six decimals. */
function degrees(tenThousandths: number): string {
  const size = Math.abs(tenThousandths);
  const fraction = String(size % 10_000).padStart(4, "0");
  return `${tenThousandths < 0 ? "-" : ""}${Math.floor(size / 10_000)}.${fraction}00`;
}
