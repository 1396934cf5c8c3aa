import type { CompiledContent } from "../compile/compile.js";
import type { Report } from "../read/problem.js";
import type { Path, Source } from "../read/source.js";
import type { JurisdictionContent } from "../resolve/content.js";
import type { LocalitySource } from "../schema/localities.js";
import type { Shape } from "../schema/schemas.js";

type Complain = (path: Path, message: string) => void;

/** Localities belong to their state, name things that exist, differ from each other, and are used; forms name localities that exist. */
export function checkLocalities({ content }: CompiledContent, report: Report): void {
  const forms = new Set(content.jurisdictions.flatMap(({ formIds }) => formIds));
  for (const place of content.jurisdictions) {
    checkForms(place, report);
    const source = place.localities;
    if (source === undefined) continue;
    const complain: Complain = (path, message) => report({ ...source.at(path), rule: "locality", message });
    checkFlowsUsed(source, complain);
    for (const [code, locality] of Object.entries(source.data.localities)) {
      const at: Complain = (path, message) => complain(["localities", code, ...path], message);
      if (!code.startsWith(`${place.code}_`)) at([], `${code} does not start with ${place.code}_: rename it`);
      checkLocality(source, code, locality, at);
      const { agency, certificate, either, missing, missingForSome, needsNone } = locality;
      if (certificate !== undefined && !forms.has(certificate))
        at(["certificate"], `there is no form ${certificate}: write it or correct the id`);
      const isSaid = [certificate, either, missing, missingForSome, needsNone].some(
        (key) => key !== undefined,
      );
      if (content.whole && !isSaid && !place.forms.some(({ form }) => form.data.locality === code))
        at(
          [],
          `${code} has no certificate: name it under \`certificate\`, \`missing\` or \`missingForSome\`, or say under \`needsNone\` why nobody gives one`,
        );
      if ((missing ?? missingForSome) !== undefined && agency === undefined)
        at(["missing"], `${code} does not say who has its certificate: add \`agency: {name, url}\``);
    }
  }
}

function checkForms({ forms, localities }: JurisdictionContent, report: Report): void {
  for (const { form } of forms) {
    const { locality } = form.data;
    if (locality === undefined || Object.hasOwn(localities?.data.localities ?? {}, locality)) continue;
    const message = `there is no locality ${locality}: add it to localities.yaml or correct the code`;
    report({ ...form.at(["locality"]), rule: "locality", message });
  }
}

function checkFlowsUsed({ data }: Source<Shape<"localities">>, complain: Complain): void {
  const has = Object.values(data.localities).some(({ certificate }) => certificate !== undefined);
  if (has && data.flows === undefined)
    complain(["localities"], "a locality has a certificate, but there are no flows: add `flows`");
  if (!has && data.flows !== undefined)
    complain(["flows"], "no locality has a certificate, so no employee gets these flows: remove them");
}

function checkLocality(
  { data }: Source<Shape<"localities">>,
  code: string,
  {
    name,
    certificate,
    missing,
    cities,
    zipCodes = [],
    insideZipCodes = [],
    either = [],
    everywhereExcept = [],
  }: LocalitySource,
  complain: Complain,
): void {
  if (certificate !== undefined && missing !== undefined)
    complain(["missing"], `${code} has a certificate, so none is missing: remove one of the two keys`);
  if (everywhereExcept.length > 0 && (cities !== undefined || zipCodes.length > 0))
    complain(["everywhereExcept"], `${code} is everywhere and in cities: remove one of the two`);
  for (const other of everywhereExcept)
    if (data.localities[other] === undefined || data.localities[other].everywhereExcept !== undefined)
      complain(["everywhereExcept"], `there is no locality ${other} with cities: correct the code`);
  for (const other of either)
    if (data.localities[other]?.certificate === undefined)
      complain(["either"], `there is no locality ${other} with a certificate: correct the code`);
  const own = [...zipCodes, ...insideZipCodes];
  for (const [other, { zipCodes: zips = [], insideZipCodes: inside = [] }] of Object.entries(
    data.localities,
  )) {
    const shared = own.find((zip) => [...zips, ...inside].includes(zip));
    const isTogether = Object.values(data.localities).some(
      ({ either: members = [] }) => members.includes(code) && members.includes(other),
    );
    if (
      shared !== undefined &&
      other > code &&
      (!isTogether || [...insideZipCodes, ...inside].includes(shared))
    )
      complain(
        ["name"],
        `${shared} suggests ${other}, too: add a locality with \`either: [${code}, ${other}]\`, and do not list it under \`insideZipCodes\``,
      );
  }
  const twin = Object.entries(data.localities).find(([, one]) => one.name === name);
  if (twin !== undefined && twin[0] !== code)
    complain(["name"], `${twin[0]} has the same name: give each locality its own`);
}
