import { mkdirSync, writeFileSync } from "node:fs";
import { testAll } from "@withholding-forms/testing/test-all";
import { closePages, launch, type Visitor } from "@withholding-forms/testing/wizard/browser";
import { visitHost } from "@withholding-forms/testing/wizard/host";
import { completePage, type Employee, readPage } from "@withholding-forms/testing/wizard/reader";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, expect, test } from "vitest";

const [service, browser] = await Promise.all([startService(), launch()]);
const root = new URL("../../../", import.meta.url);

interface Journey extends Employee {
  readonly name: string;
  /** Screens and clicks of the first path. */
  readonly before?: readonly [screens: number, clicks: number];
  /** Max screens and clicks. */
  readonly atMost: readonly [screens: number, clicks: number];
  readonly language?: "en" | "fr";
  /** What the host page gives. */
  readonly given?: Readonly<Record<string, unknown>>;
  /** The heading of the last screen. */
  readonly ends: RegExp;
}

const employer = {
  name: "Example Widgets Inc.",
  federalEIN: "12-3456789",
  telephoneNumber: "555-123-4567",
  address: { streetAddress1: "64 N Union St", city: "Montgomery", state: "AL", zipCode: "36130" },
};
const montgomery = { streetAddress1: "11 S Union St", city: "Montgomery", state: "AL", zipCode: "36130" };
const jane = { firstName: "Jane", lastName: "Doe", socialSecurityNumber: "123-45-6789" };

type Place = readonly [street: string, city: string, region: string, code: string];

/** What every employee types: the addresses, the name, the number, and the signature. */
const types = (home: Place, work?: Place): Employee["says"] => [
  ...placeOf("home", home),
  ...(work === undefined ? [] : placeOf("work", work)),
  [/^First name/, "Jane"],
  [/^Last name/, "Doe"],
  [/^Social Security number/, "123-45-6789"],
  [/signature/, "Jane Doe"],
];
const placeOf = (which: string, [street, city, region, code]: Place): Employee["says"] => [
  [new RegExp(`${which} address: Street address`), street],
  [new RegExp(`${which} address: City`), city],
  [new RegExp(`${which} address: State`), region],
  [new RegExp(`${which} address: ZIP Code`), code],
];

const single: Employee["says"] = [
  [/Which of these describes you/, "I live in Pennsylvania and want"],
  [/Which marital status should your employer use/, "Single"],
  [/^Is your home inside the city limits/, "Inside"],
  [/^Do you live inside the city limits/, "Yes"],
  [/In which city do you work for this employer/, "Detroit"],
  [/How many of your children do you claim/, "0"],
  [/How many other dependents do you claim/, "0"],
  [/how much of your total pay from this employer/, "81%"],
  [/What total income do you expect for the year/, "80000"],
  [/How many jobs are there in total/, "Two jobs"],
  [/wages for the year of the highest paying job/, "60000"],
  [/wages for the year of the second highest paying job/, "20000"],
  [/How many pay periods a year/, "26"],
  [/Do you claim one of these exemptions/, "None of these"],
  [/Why do you claim that New Jersey tax/, "I am a resident of Pennsylvania"],
  [/How many allowances do you/, "1"],
  [/date of birth.*: Month/, "February"],
  [/date of birth.*: Day/, "5"],
  [/date of birth.*: Year/, "1990"],
  [/How many regular allowances do you want/, "0"],
  [/How many personal and dependent exemptions/, "1"],
  [/Which filing status do you choose for California/, "Single"],
  [/How much Arizona tax should be withheld/, "A percentage"],
  [/Which percentage/, "2.0"],
  [/Is this the highest paying/, "Yes"],
  [/Which filing status do you expect to use for the year/, "Single or married filing separately"],
  [/Which personal exemption do you claim/, "Single"],
  [/How many dependents, other than your spouse, do you support/, "0"],
];
const alabama: Place = ["11 S Union St", "Montgomery", "Alabama", "36130"];
const atHome = /^At home$/;

const journeys: readonly Journey[] = [
  {
    name: "Alabama, single, with the host's data",
    before: [25, 38],
    atMost: [9, 15],
    given: { homeAddress: montgomery, workAddresses: [montgomery], employee: jane },
    says: [...single, [/signature/, "Jane Doe"]],
    ends: /All done/,
  },
  {
    name: "Alabama, single",
    before: [25, 38],
    atMost: [11, 20],
    says: [...types(alabama, alabama), ...single],
    ends: /All done/,
  },
  {
    name: "W-4 with both worksheets",
    before: [32, 48],
    atMost: [19, 33],
    says: [
      ...types(alabama, alabama),
      [/Do you have several jobs at the same time/, "Step 2(b): I enter my wages here"],
      [/calculate your deductions with the deductions worksheet/, "Yes"],
      ...single,
    ],
    checks: [/\(Step 2\)/, /\(Step 4\(b\)\)/],
    ends: /All done/,
  },
  {
    name: "Phoenix, from home",
    before: [24, 39],
    atMost: [12, 22],
    says: [...types(["1700 W Washington St", "Phoenix", "Arizona", "85007"]), ...single],
    checks: [atHome],
    ends: /All done/,
  },
  {
    name: "Ontario, in French",
    before: [23, 47],
    atMost: [15, 28],
    language: "fr",
    says: [
      [/domicile: Pays/, "Canada"],
      [/domicile: Numéro et rue/, "111 rue Wellington"],
      [/domicile: Ville/, "Ottawa"],
      [/domicile: Province ou territoire/, "Ontario"],
      [/domicile: Code postal/, "K1A 0A9"],
      [/^Prénom/, "Jane"],
      [/^Nom de famille/, "Doe"],
      [/^Numéro d’assurance sociale/, "046 454 286"],
      [/naissance.*: Jour/, "5"],
      [/naissance.*: Mois/, "février"],
      [/naissance.*: Année/, "1990"],
      [/signature/, "Jane Doe"],
    ],
    checks: [/^À la maison$/],
    ends: /termin/,
  },
  {
    name: "Pennsylvania to New Jersey",
    before: [23, 36],
    atMost: [10, 18],
    says: [
      ...types(
        ["200 N 3rd St", "Harrisburg", "Pennsylvania", "17101"],
        ["125 W State St", "Trenton", "New Jersey", "08608"],
      ),
      ...single,
    ],
    ends: /All done/,
  },
  {
    name: "New York City",
    before: [26, 43],
    atMost: [12, 22],
    says: [
      ...types(
        ["476 5th Ave", "New York", "New York", "10018"],
        ["476 5th Ave", "New York", "New York", "10018"],
      ),
      ...single,
    ],
    ends: /All done/,
  },
  {
    name: "A wrong address",
    atMost: [12, 21],
    says: [...types(["11 South Union Street", "Montgomry", "Alabama", "36130"], alabama), ...single],
    ends: /All done/,
  },
  {
    name: "INELIGIBLE in California",
    atMost: [9, 15],
    says: [
      ...types(
        ["1315 10th St", "Sacramento", "California", "95814"],
        ["1315 10th St", "Sacramento", "California", "95814"],
      ),
      [/Which of these applies to you/, "I am exempt: I am the spouse"],
      ...single,
    ],
    checks: [/exempt from California withholding/],
    ends: /can’t use this form/,
  },
  {
    name: "Michigan with Detroit",
    atMost: [16, 28],
    says: [
      ...types(
        ["2 Woodward Ave", "Detroit", "Michigan", "48226"],
        ["2 Woodward Ave", "Detroit", "Michigan", "48226"],
      ),
      ...single,
    ],
    ends: /All done/,
  },
  {
    name: "California",
    before: [17, 30],
    atMost: [11, 18],
    says: [
      ...types(
        ["1315 10th St", "Sacramento", "California", "95814"],
        ["1315 10th St", "Sacramento", "California", "95814"],
      ),
      ...single,
    ],
    ends: /All done/,
  },
];

function open({ language = "en", given = {} }: Journey, width: number): Promise<Visitor> {
  const viewport = { width, height: 844 };
  return visitHost(browser, service.origin, { language, employer, ...given }, { viewport });
}

interface Row {
  readonly journey: Journey;
  readonly screens: number;
  readonly clicks: number;
  readonly words: number;
  /** Of the pages before the review and the signature, the tallest one, and the lowest first control. */
  readonly height: number;
  readonly firstControl: number;
}

async function walk(journey: Journey, width: number): Promise<Row> {
  const { page, settled, heading } = await open(journey, width);
  let [screens, clicks, words, height, firstControl] = [1, 0, 0, 0, 0];
  for (;;) {
    const before = await heading();
    const work = await completePage(page, journey, settled).catch((error: unknown) => {
      throw new Error(`${journey.name}, screen ${screens} (${before}): ${String(error)}`);
    });
    if (work === undefined) break;
    clicks += work.clicks;
    words += work.words;
    if (process.env.PAGES) console.info(journey.name, "|", before, "|", work);
    if (!/review|Check your answers|Vérifiez vos réponses|Sign/.test(before)) {
      height = Math.max(height, work.height);
      firstControl = Math.max(firstControl, work.firstControl);
    }
    screens++;
    if (screens > 60) throw new Error(`${journey.name} does not end.`);
  }
  expect(await heading()).toMatch(journey.ends);
  await page.context().close();
  return { journey, screens, clicks, words, height, firstControl };
}

const rows: Row[] = [];

test.each(journeys)("$name", async (journey) => {
  const phone = await walk(journey, 390);
  if (testAll) {
    const desktop = await walk(journey, 1280);
    // The width changes the layout, not the path.
    expect([desktop.screens, desktop.clicks]).toEqual([phone.screens, phone.clicks]);
  }
  const [screens, clicks] = journey.atMost;
  expect(phone.screens, "screens").toBeLessThanOrEqual(screens);
  expect(phone.clicks, "clicks").toBeLessThanOrEqual(clicks);
  rows.push(phone);
});

test("what a screen reader reads on the simplest journey has no field without a name", async () => {
  const [journey] = journeys as [Journey];
  const { page, settled, heading } = await open(journey, 390);
  const read: string[] = [];
  for (;;) {
    read.push(`# ${await heading()}`, await page.locator("withholding-wizard").ariaSnapshot(), "");
    const nameless = (await readPage(page)).filter(
      ({ role, name, value }) =>
        /^(?:textbox|checkbox|radio|radiogroup|combobox|button|link|group)$/.test(role) &&
        name === "" &&
        // What opens and closes is named by its summary, which is read as the text of the group.
        !(role === "group" && value !== ""),
    );
    expect(nameless, await heading()).toEqual([]);
    if ((await completePage(page, journey, settled)) === undefined) break;
  }
  mkdirSync(new URL("build/", root), { recursive: true });
  writeFileSync(new URL("build/screen-reader.txt", root), read.join("\n"));
  await page.context().close();
});

afterAll(async () => {
  const lines = rows.map(({ journey: { name, before }, screens, clicks, words, height, firstControl }) => {
    const first = before === undefined ? "-" : before.join("/");
    return `| ${name} | ${first} | ${screens}/${clicks} | ${words} | ${Math.round(height)} | ${Math.round(firstControl)} |`;
  });
  console.info(
    [
      "| journey | first path | now | words | tallest | first control |",
      "|---|---|---|---|---|---|",
      ...lines,
    ].join("\n"),
  );
  await closePages(browser);
});
