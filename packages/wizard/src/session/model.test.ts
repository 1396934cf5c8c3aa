import { loadCatalog } from "@withholding-forms/catalog";
import type { FormInformation } from "@withholding-forms/client";
import { expect, test } from "vitest";
import { languages, loadMessages, messagesIn } from "../messages/messages-in.js";
import { addressOf, addressProblems, emptyAddress, maxLengths } from "./address.js";
import { fieldsOf, fullName, isSignature, personProblems, takesInstead } from "./person.js";
import { type CompletedForm, federalValues } from "./results.js";

await Promise.all(languages.map(loadMessages));

test.each([
  ["Zoë O’Brien-Smith", true],
  ["zoe obrien smith", true],
  ["ZOË  A. O'BRIEN-SMITH", true],
  ["Zoë", false],
  ["Zoë Smith", false],
  ["", false],
])("%s is or is not the signature of Zoë A. O’Brien-Smith", (typed, right) => {
  expect(isSignature(typed, { firstName: "Zoë", middleInitial: "A", lastName: "O’Brien-Smith" })).toBe(right);
});

test("a name is shown with its initial", () => {
  expect(fullName({ firstName: "José", middleInitial: "Ñ", lastName: "Núñez" })).toBe("José Ñ. Núñez");
});

test("addresses are sent in the shape of their country", () => {
  const street = { streetAddress1: " 1 Main St ", streetAddress2: "", city: "Town" };
  expect(addressOf({ country: "US", ...street, region: "AL", code: "361302102" })).toEqual({
    streetAddress1: "1 Main St",
    city: "Town",
    state: "AL",
    zipCode: "36130-2102",
  });
  expect(addressOf({ country: "CA", ...street, region: "ON", code: "k1a0a9" })).toEqual({
    streetAddress1: "1 Main St",
    city: "Town",
    provinceTerritory: "ON",
    postalCode: "K1A 0A9",
  });
  expect(Object.keys(addressProblems(emptyAddress, messagesIn("en")))).toEqual([
    "streetAddress1",
    "city",
    "region",
    "code",
  ]);
});

const inEnglish = messagesIn("en");
const main = { ...emptyAddress, streetAddress1: "1 Main St", city: "Town", region: "AL", code: "36130" };

test.each([
  [{ streetAddress1: "x".repeat(81) }, { streetAddress1: "Enter 80 characters or fewer." }],
  [{ streetAddress2: "x".repeat(81) }, { streetAddress2: "Enter 80 characters or fewer." }],
  [{ city: "x".repeat(51) }, { city: "Enter 50 characters or fewer." }],
  [{ streetAddress1: "1 Main St 🚀" }, { streetAddress1: "“🚀” can’t be printed on a form. Remove it." }],
  [{ city: "Town\u0007" }, { city: "“\u0007” can’t be printed on a form. Remove it." }],
  [{ streetAddress1: "\u200b" }, { streetAddress1: "Fill out this field." }],
  [{ streetAddress1: "1 Łódź № 5 ½ Cañón\u200b" }, {}],
  [{ streetAddress1: ` ${"x".repeat(80)} `, city: "x".repeat(50) }, {}],
])("of the address %j, these lines cannot be printed: %j", (changed, problems) => {
  expect(addressProblems({ ...main, ...changed }, inEnglish)).toEqual(problems);
});

test("invisible characters are not sent", () => {
  expect(addressOf({ ...main, city: "To\u00adwn\u200b " })).toMatchObject({ city: "Town" });
});

test("the lengths of address lines are those that every form publishes", () => {
  const catalog = loadCatalog();
  const found = catalog.formIds("2026-11-15").map((id) => catalog.find(id, undefined, "2026-11-15"));
  const forms = found.flatMap((one) => (typeof one === "string" ? [] : [one.form]));
  expect(forms.length).toBeGreaterThan(40);
  for (const { id, formFields } of forms) {
    for (const role of ["employee", "employer"] as const) {
      const patterns = formFields[role]["address"] as Readonly<Record<string, string>> | undefined;
      for (const [line, max] of Object.entries(patterns === undefined ? {} : maxLengths)) {
        const pattern = new RegExp(patterns?.[line] ?? "", "u");
        expect([id, line, pattern.test("x".repeat(max)), pattern.test("x".repeat(max + 1))]).toEqual([
          id,
          line,
          true,
          false,
        ]);
      }
    }
  }
});

/** What the wizard knows of forms of the content. */
function informationOf(...ids: readonly string[]): FormInformation[] {
  const catalog = loadCatalog();
  return ids.map((id) => {
    const found = catalog.find(id, undefined, "2026-11-15");
    if (typeof found === "string") throw new Error(found);
    const { formFields, required } = found.form;
    return { formFields, required } as unknown as FormInformation;
  });
}

test("of the employer, only a name is asked that one of the forms prints, never a number", () => {
  const person = ["firstName", "middleInitial", "lastName", "socialSecurityNumber"];
  expect(fieldsOf(informationOf("AZ101"), {})).toEqual(person);
  expect(fieldsOf(informationOf("AZ101", "W4101"), {})).toEqual([...person, "name"]);
  expect(fieldsOf(informationOf("W8101"), {})).toEqual([...person, "name"]);
  expect(fieldsOf(informationOf("CAN101"), {})).toEqual([
    "firstName",
    "middleInitial",
    "lastName",
    "socialInsuranceNumber",
  ]);
});

test("a taxpayer number, or that one is applied for, is taken where every form takes it", () => {
  const problem = (
    ids: readonly string[],
    socialSecurityNumber: string,
    language: "en" | "es" | "fr" = "en",
  ) =>
    personProblems(
      ["socialSecurityNumber"],
      informationOf(...ids),
      { socialSecurityNumber },
      messagesIn(language),
    ).socialSecurityNumber;
  expect(takesInstead(informationOf("W8101"), "itin")).toBe(true);
  expect(takesInstead(informationOf("W8101"), "appliedFor")).toBe(true);
  expect(takesInstead(informationOf("W8101", "W4101"), "itin")).toBe(false);
  expect(takesInstead(informationOf("CO103"), "appliedFor")).toBe(false);
  for (const number of ["912701234", "912-70-1234", "applied for", "123-45-6789"])
    expect(problem(["W8101"], number)).toBeUndefined();
  expect(problem(["W8101", "W4101"], "912-70-1234")).toBe(messagesIn("en").noNumber.isItin);
  expect(problem(["W8101"], "912-93-1234")).toContain("or ITIN");
  expect(problem(["W8101"], "912-93-1234", "es")).toContain("o un ITIN");
  expect(problem(["W8101"], "912-93-1234", "fr")).toContain("ou un ITIN");
  expect(problem(["W8101"], "000-12-3456")).toBe(messagesIn("en").problems.neverIssued.socialSecurityNumber);
});

const federal = (values: Readonly<Record<string, string>>): CompletedForm => ({
  formId: "F",
  formVersion: "1",
  name: "F",
  title: "F",
  locality: "FEDERAL",
  official: false,
  fileName: "f.pdf",
  taxParameters: Object.entries(values).map(([id, value]) => ({
    id: `FED.${id}`,
    value,
    valueType: "string" as const,
  })),
});

test("federal values are the federal form's parameters, without a filing status for the exempt", () => {
  expect(federalValues([])).toBeUndefined();
  expect(federalValues([federal({ other: "1" })])).toBeUndefined();
  expect(federalValues([federal({ isExempt: "false", filingStatus: "M", unknown: "1" })])).toEqual({
    isExempt: "false",
    filingStatus: "M",
  });
  expect(federalValues([federal({ isExempt: "true", filingStatus: "NOT_APPLICABLE" })])).toEqual({
    isExempt: "true",
  });
});
