import { embeddedProvider } from "@withholding-forms/address";
import { introduce, plainAnswers } from "@withholding-forms/testing/people/wizard";
import { listen } from "@withholding-forms/testing/service/built";
import { closePages, launch, type Visitor, visit } from "@withholding-forms/testing/wizard/browser";
import { afterAll, expect, test } from "vitest";

/** The village hall, with its places as the Census Bureau's geocoder returns them. */
const bluffton = { streetAddress1: "154 N Main St", city: "Bluffton", region: "OH", code: "45817" };
const places = [
  { kind: "COUNTY", code: "39003", name: "Allen County", certainty: "INSIDE", source: "census" },
  { kind: "CITY", code: "3907426", name: "Bluffton village", certainty: "INSIDE", source: "census" },
  {
    kind: "SCHOOL_DISTRICT",
    code: "3904521",
    name: "Bluffton Exempted Village School District",
    certainty: "INSIDE",
    source: "census",
  },
] as const;
const embedded = embeddedProvider();
const addresses = {
  ...embedded,
  locate: async (address: Parameters<typeof embedded.locate>[0]) => ({
    ...(await embedded.locate(address)),
    places,
  }),
};

const [service, browser] = await Promise.all([listen({ addresses }), launch()]);
afterAll(async () => {
  await closePages(browser);
  await service.close();
});

/** Up to the page that shows where the addresses are. */
async function confirmed(): Promise<Visitor> {
  const visitor = await visit(browser, `http://localhost:${service.port}`);
  await visitor.fillAddress("home", bluffton);
  await visitor.page.locator("#works-at-home").check();
  await visitor.next();
  expect(await visitor.kind()).toBe("confirm");
  return visitor;
}

/** The school district that is sent with Ohio's form, after all questions. */
async function districtSent(visitor: Visitor, answers: Readonly<Record<string, string>>): Promise<unknown> {
  const sent = new Map<string, unknown>();
  visitor.page.on("request", (request) => {
    if (request.method() !== "POST" || !request.url().endsWith("/fillPdf")) return;
    const { formId, fields } = request.postDataJSON();
    sent.set(formId, fields.schoolDistrict);
  });
  await visitor.walk({});
  await introduce(visitor);
  await visitor.walk({
    ...plainAnswers,
    waiver: "NONE",
    isDependent: "false",
    isMarried: "false",
    line3: "0",
    ...answers,
  });
  await visitor.next();
  return sent.get("OH101");
}

test("the employee sees the places of the address, and they answer the form", async () => {
  const visitor = await confirmed();
  const home = visitor.page.locator("section.place", { hasText: "Your home" });
  expect(await home.locator("strong").last().innerText()).toBe(
    "Allen County, Bluffton village, Bluffton Exempted Village School District",
  );
  expect(await visitor.violations()).toEqual([]);
  await visitor.next();
  expect(await districtSent(visitor, {})).toBe("0203");
});

test("places that the employee calls wrong are asked about, and the answer wins", async () => {
  const visitor = await confirmed();
  await visitor.page.getByLabel("This is not right. Ask me instead.").first().check();
  await visitor.next();
  expect(await districtSent(visitor, { schoolDistrict: "0204" })).toBe("0204");
});
