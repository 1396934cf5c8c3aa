import type { Inputs, KnownPlace, Value } from "@withholding-forms/interview";
import type { GivenBy } from "./types.js";

/** What is known, as the interview gets it. Not in `given-answers.ts`, whose types are in the package. */
export function inputsOf({ region, given = {}, locationData = [] }: GivenBy): Inputs {
  const known = Object.entries(given).map(([id, answer]) => [`given.${id}`, answer as Value] as const);
  const works = locationData.filter(({ id }) => id !== "home");
  return new Map<string, Value>([
    ...(region === undefined ? [] : [["employee.region", region] as const]),
    ...known,
    ...placesOf(
      "HOME",
      locationData.filter(({ id }) => id === "home"),
    ),
    ...placesOf("WORK", works),
  ]);
}

type Located = NonNullable<GivenBy["locationData"]>;

/** Several work addresses say where the work is only if they agree; otherwise each is possible. */
function placesOf(of: "HOME" | "WORK", addresses: Located): [string, KnownPlace[]][] {
  const kinds = new Set(addresses.flatMap(({ places = [] }) => places.map(({ kind }) => kind)));
  return [...kinds].flatMap((kind) => {
    const found = addresses.map(({ places = [] }) => places.filter((place) => place.kind === kind));
    if (found.some((places) => places.length === 0)) return [];
    const all = found.flat();
    const isOne = new Set(all.map(({ code }) => code)).size === 1;
    const least = (["POSSIBLE", "LIKELY"] as const).find((one) =>
      all.some(({ certainty }) => certainty === one),
    );
    return [
      [
        `place.${of}.${kind}`,
        all.map(({ certainty, code, name }): KnownPlace => {
          const sure = addresses.length === 1 ? certainty : isOne ? (least ?? "INSIDE") : "POSSIBLE";
          return `${sure}\t${code}\t${name}`;
        }),
      ],
    ];
  });
}
