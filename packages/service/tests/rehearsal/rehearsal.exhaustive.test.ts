import { startPostgres } from "@withholding-forms/testing/daemons/postgres";
import { fakeClock } from "@withholding-forms/testing/faults/clock";
import { killInstance, patience } from "@withholding-forms/testing/faults/processes";
import { type RunningService, startService } from "@withholding-forms/testing/faults/service";
import { newFile, run } from "@withholding-forms/testing/service/command";
import { temporaryFolder } from "@withholding-forms/testing/service/serve";
import { expect, test } from "vitest";
import { type Company, type Employee, forAll, foundCompany } from "./company.js";
import { releaseNextContent } from "./next-content.js";
import { type Claim, canadian, type Place, provinces, states, type W4Print, w4 } from "./places.js";

const print2026: W4Print = { version: "2025.12.0", creditPerChild: 2200, exemptExpires: "2027-02-16" };
const print2027: W4Print = { version: "2026.12.0", creditPerChild: 2300, exemptExpires: "2028-02-15" };

test(
  "a payroll company of 300 employees goes through a year, and each has the parameters that the company knows by hand",
  async () => {
    const clock = fakeClock("2026-07-06T15:00:00Z");
    const [postgres, nextRelease] = await Promise.all([
      startPostgres(),
      releaseNextContent(temporaryFolder()),
    ]);
    let env: Readonly<Record<string, string>> = { ...clock.env, DATABASE_URL: postgres.url };
    const start = (program?: string): Promise<RunningService> =>
      startService({ env, ...(program === undefined ? {} : { program }) });
    const company = foundCompany(clock);
    const { employees, counts } = company;
    const table: object[] = [];
    const note = (what: string, people: number): void => {
      table.push({ day: company.today(), what, employees: people, ...counts });
    };
    company.instances = await Promise.all([start(), start()]);

    company.goTo("2026-07-06");
    await forAll([...states, ...provinces], (place) => expectRecommended(company, place));
    await forAll(newEmployees(employees, 240), (one) => hire(company, one, print2026));
    note("first day: hires in 20 states and 4 provinces", employees.length);

    company.goTo("2026-09-14");
    const movers = employees.filter(({ number }) => number % 6 === 1);
    await forAll(movers, (one) => move(company, one));
    note("moves to another state or province", movers.length);

    company.goTo("2026-10-05");
    const married = employees.filter((one) => isAmerican(one) && one.number % 10 === 4);
    const [one, other] = company.instances as [RunningService, RunningService];
    const before = counts.signatures;
    let killed: Promise<void> | undefined;
    await forAll(married, async (each) => {
      // While others are signing.
      if (counts.signatures >= before + 5) killed ??= killInstance(one);
      each.claim = "JOINT";
      await company.sign(each, w4(print2026, each.claim, extraOf(each)), "FEDERAL");
    });
    await killed;
    expect(killed).toBeDefined();
    company.instances = [other, await start()];
    note("new W-4 after a wedding; an instance is killed meanwhile", married.length);

    // As docs/operating.md says: the content of the new year in December, one instance after the other.
    company.goTo("2026-12-10");
    for (const old of company.instances) {
      const next = await start(nextRelease);
      company.instances = [...company.instances.filter((each) => each !== old), next];
      expect(await old.stop()).toBe(0);
    }
    expect(await latestW4(company)).toBe(print2026.version);
    note("the release with the W-4 of 2027", 0);

    company.goTo("2027-01-11");
    expect(await latestW4(company)).toBe(print2027.version);
    const renewing = employees.filter((each) => isExempt(each) && each.number % 4 === 3);
    await forAll(renewing, (each) => company.sign(each, w4(print2027, "EXEMPT", 0), "FEDERAL"));
    note("exemptions renewed with the new W-4", renewing.length);
    const hires = newEmployees(employees, 60);
    await forAll(hires, (each) => hire(company, each, print2027));
    note("hires of the new year", hires.length);

    company.goTo("2027-02-17");
    const lapsed = employees.filter(
      ({ books }) => books.get("FEDERAL")?.["FED.exemptExpires"] === print2026.exemptExpires,
    );
    // Only the exemption ends: payroll withholds, as without a certificate.
    for (const { books } of lapsed) {
      const { "FED.isExempt": _, "FED.exemptExpires": __, ...others } = books.get("FEDERAL") ?? {};
      books.set("FEDERAL", others);
    }
    note("exemptions that nobody renewed have ended", lapsed.length);

    company.goTo("2027-05-03");
    const changing = employees.filter(
      ({ number, onFile, books }) =>
        number % 7 === 2 &&
        books.get("FEDERAL")?.["FED.isExempt"] === "false" &&
        onFile.findLast(({ formId }) => formId === "W4101")?.formVersion === print2026.version,
    );
    await forAll(changing, (each) => signAfterRetirement(company, each));
    note("changes of a W-4 whose version is retired", changing.length);

    company.goTo("2027-05-19");
    const heads = await command(["audit", "head"]);
    const backup = await postgres.backup();
    const saved = employees.flatMap(({ files }) => files);
    company.goTo("2027-05-20");
    const late = employees.filter((each) => isAmerican(each) && each.number % 30 === 8);
    await forAll(late, (each) => company.sign(each, w4(print2027, "HEAD", 45), "FEDERAL"));
    await Promise.all(company.instances.map(killInstance));
    await postgres.kill();
    await postgres.restart();
    env = { ...env, DATABASE_URL: await postgres.restore(backup) };
    company.instances = await Promise.all([start(nextRelease), start(nextRelease)]);
    const events = new Set((await command(["audit", "list", "--json"])).match(/\b[0-9a-f]{64}\b/g));
    expect(saved.filter((sha256) => !events.has(sha256))).toEqual([]);
    // What was signed after the backup is signed again.
    for (const each of late) expect(events.has(each.files.at(-1) ?? "")).toBe(false);
    await forAll(late, (each) => company.sign(each, w4(print2027, "HEAD", 45), "FEDERAL"));
    expect(await command(["audit", "verify", "--heads", newFile("heads.ndjson", heads)])).toContain(
      `No problems found. Events: ${saved.length + late.length}.`,
    );
    note("the database is restored from yesterday's backup", late.length);

    company.goTo("2027-07-06");
    endClaimsOf2026(employees);
    const differences: object[] = [];
    let values = 0;
    await forAll(employees, async (each) => {
      const known = Object.assign({}, ...each.books.values()) as Record<string, string>;
      const used = await effective(company, each);
      values += Object.keys(known).length;
      for (const id of new Set([...Object.keys(known), ...Object.keys(used)]))
        if (known[id] !== used[id])
          differences.push({ employee: each.number, id, known: known[id], used: used[id] });
    });
    note(`the year is over: ${values} parameters compared, ${differences.length} differ`, employees.length);
    console.table(table);
    expect(differences).toEqual([]);
    expect(employees).toHaveLength(300);
    expect(values).toBeGreaterThan(3000);

    async function command(words: readonly string[]): Promise<string> {
      const { code, stdout, stderr } = await run(words, "", env);
      expect([words, code, stderr]).toEqual([words, 0, ""]);
      return stdout;
    }
  },
  patience,
);

const claims: readonly Claim[] = ["SINGLE", "JOINT", "HEAD", "EXEMPT", "SINGLE"];
const places = [...states, ...provinces];

function newEmployees(employees: Employee[], count: number): readonly Employee[] {
  const first = employees.length;
  for (let number = first; number < first + count; number++)
    employees.push({
      number,
      place: places[number % places.length] as Place,
      claim: claims[number % claims.length] as Claim,
      books: new Map(),
      onFile: [],
      fields: new Map(),
      situations: [],
      files: [],
    });
  return employees.slice(first);
}

/** Dollars per paycheck. */
const extraOf = ({ number }: Employee): number => 5 * (number % 4);
const isAmerican = ({ place }: Employee): boolean => !("provinceTerritory" in place.address);
const isExempt = ({ books }: Employee): boolean => books.get("FEDERAL")?.["FED.isExempt"] === "true";

async function hire(company: Company, employee: Employee, print: W4Print): Promise<void> {
  const federal = isAmerican(employee)
    ? w4(print, employee.claim, extraOf(employee))
    : canadian(extraOf(employee));
  await company.sign(employee, federal, "FEDERAL");
  await signForPlace(company, employee);
}

async function move(company: Company, employee: Employee): Promise<void> {
  const country = isAmerican(employee) ? states : provinces;
  employee.place = country[(country.indexOf(employee.place) + 1) % country.length] as Place;
  await signForPlace(company, employee);
}

/** The certificate of the place, and what the company must tell about the place. */
async function signForPlace(company: Company, employee: Employee): Promise<void> {
  const { place } = employee;
  const certificate = place.certificate?.(extraOf(employee) + 10);
  employee.books.set("PLACE", {});
  if (certificate !== undefined) await company.sign(employee, certificate, "PLACE");
  employee.situations.push({
    from: company.today(),
    homeState: place.code,
    workStates: [place.code],
    formIds: [
      isAmerican(employee) ? "W4101" : "CAN101",
      ...(certificate === undefined ? [] : [certificate.formId]),
    ],
  });
}

/** Claims for one year: on a TD1 the year of the form, in Indiana the year of the signature. */
function endClaimsOf2026(employees: readonly Employee[]): void {
  for (const { books, onFile } of employees) {
    const ends = (id: string): boolean =>
      id.endsWith(".isIncomeLessThanClaim") ||
      (id === "IN.firstTimeDependentExemptions" &&
        (onFile.findLast(({ formId }) => formId === "IN101")?.signedAt ?? "") < "2027");
    for (const [part, values] of books)
      books.set(part, Object.fromEntries(Object.entries(values).filter(([id]) => !ends(id))));
  }
}

/** A version that is retired cannot be signed anymore; its answers are carried over. */
async function signAfterRetirement(company: Company, employee: Employee): Promise<void> {
  const { claim } = employee;
  const old = w4(print2026, claim, 60);
  await expect(company.sign(employee, old, "FEDERAL")).rejects.toThrow(": 404 ");
  const { status, text } = await company.post("/v1/migrate", {
    formId: old.formId,
    fromVersion: old.formVersion,
    fields: { ...employee.fields.get(old.formId), extraWithholding: 60 },
  });
  const { toVersion, fields, stale, missing } = JSON.parse(text);
  expect([status, toVersion, stale, missing]).toEqual([200, print2027.version, [], []]);
  await company.sign(employee, { ...w4(print2027, claim, 60), fields }, "FEDERAL");
}

async function expectRecommended(company: Company, { code, address, certificate }: Place): Promise<void> {
  const body = { homeAddress: address, workAddresses: [address] };
  const { text } = await company.post("/v1/forms", body);
  const forms = JSON.parse(text).forms as readonly { id: string; recommended: boolean }[];
  const recommended = forms.filter((form) => form.recommended).map(({ id }) => id);
  // Who claims only the basic amounts needs no form of the province.
  const expected =
    "provinceTerritory" in address ? ["CAN101"] : ["W4101", ...(certificate ? [certificate(0).formId] : [])];
  expect([code, recommended]).toEqual([code, expected]);
}

async function latestW4(company: Company): Promise<string | undefined> {
  const { text } = await company.get("/v1/getAllFormsCatalog");
  return (JSON.parse(text) as readonly { id: string; version: string }[]).find(({ id }) => id === "W4101")
    ?.version;
}

async function effective(
  company: Company,
  { onFile, situations }: Employee,
): Promise<Record<string, string>> {
  const body = { date: company.today(), certificates: onFile, situations };
  const { status, text } = await company.post("/v1/effective-parameters", body);
  if (status !== 200) throw new Error(text);
  const { parameters } = JSON.parse(text) as { parameters: readonly { id: string; value: string }[] };
  return Object.fromEntries(parameters.map(({ id, value }) => [id, value]));
}
