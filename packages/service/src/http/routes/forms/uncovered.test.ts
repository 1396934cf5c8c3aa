import { loadCatalog } from "@withholding-forms/catalog";
import type { AddressError } from "@withholding-forms/contract";
import { montgomery, ontario } from "@withholding-forms/testing/people/samples";
import { startTestServer, testCatalog } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const hidden = await startTestServer({
  options: { catalog: loadCatalog(undefined, undefined, "AGENCY_FILE") },
});

async function errorsOf(payload: object): Promise<AddressError[]> {
  const found: AddressError[][] = [];
  for (const url of ["/v1/forms", "/v1/guided-flows"])
    found.push((await hidden.call({ method: "POST", url, payload })).json().errors);
  const [forms = [], flows] = found;
  expect(flows).toEqual(forms);
  return forms;
}

test("a place whose form the operator hides is named with its code, and so is the form", async () => {
  const errors = await errorsOf({ homeAddress: montgomery, workAddresses: [montgomery] });
  expect(errors).toContainEqual({
    addressId: "home",
    code: "JURISDICTION_NOT_COVERED",
    message: expect.stringContaining("A4"),
    locality: "AL",
    localityFullName: "Alabama",
    agency: expect.any(Object),
    formName: "A4",
  });
});

test("the same is true of Canada", async () => {
  const errors = await errorsOf(ontario);
  expect(errors.find(({ locality }) => locality === "CANADA_FEDERAL")).toMatchObject({
    code: "JURISDICTION_NOT_COVERED",
    formName: "TD1",
  });
});

test("every place that taxes wages and is not covered has a code and the name of the missing form", () => {
  for (const catalog of [testCatalog(), loadCatalog(undefined, undefined, "AGENCY_FILE")]) {
    const states = [...catalog.jurisdictions.values()].filter(({ code }) => /^[A-Z]{2}$/.test(code));
    const problems = states.flatMap((home) =>
      states.flatMap((work) => {
        const [lives, works] = [home, work].map(({ code, country }, index) => ({
          addressId: index === 0 ? "home" : "work1",
          country,
          region: code,
          localities: [...catalog.jurisdictions.keys()].filter((one) => one.startsWith(`${code}_`)),
        }));
        if (lives === undefined || works === undefined) return [];
        return catalog.applicable(lives, [works], "2026-11-16", "en").problems;
      }),
    );
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.filter(({ formName }) => formName === undefined)).toEqual([]);
    for (const { jurisdiction } of problems) expect(catalog.jurisdictions.has(jurisdiction)).toBe(true);
  }
});
