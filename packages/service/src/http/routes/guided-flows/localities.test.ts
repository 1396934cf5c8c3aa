import { startTestServer } from "@withholding-forms/testing/service/server";
import { describe, expect, test } from "vitest";

const { call } = await startTestServer();

const toledo = { streetAddress1: "1 Government Ctr", city: "Toledo", state: "OH", zipCode: "43604" };
const detroit = { streetAddress1: "2 Woodward Ave", city: "detroit", state: "MI", zipCode: "48226" };
const eastLansing = { streetAddress1: "410 Abbot Rd", city: "E. Lansing", state: "MI", zipCode: "48823" };
const annArbor = { streetAddress1: "301 E Huron St", city: "Ann Arbor", state: "MI", zipCode: "48104" };

const post = async (url: string, homeAddress: object, ...workAddresses: readonly object[]) => {
  const response = await call({ method: "POST", url, payload: { homeAddress, workAddresses } });
  expect(response.statusCode).toBe(200);
  return response.json();
};
const flowIds = async (home: object, ...works: readonly object[]): Promise<string[]> =>
  (await post("/v1/guided-flows", home, ...works)).flows.map(({ id }: { id: string }) => id);

describe("from Toledo to Detroit", () => {
  test("the city has a flow after that of its state", async () => {
    const { flows, errors } = await post("/v1/guided-flows", toledo, detroit);
    const inMichigan = ({ locality }: { locality: string }): boolean => locality.startsWith("MI");
    expect(flows.filter(inMichigan).map(({ id }: { id: string }) => id)).toEqual([
      "MI_NONRESIDENT",
      "MI_DETROIT_NONRESIDENT",
    ]);
    expect(flows.at(-1)).toEqual({
      id: "MI_DETROIT_NONRESIDENT",
      locality: "MI_DETROIT",
      residencyStatus: "NONRESIDENT",
      hasFlowQuestions: true,
      initialQuestionSetId: "QS1",
      localityFullName: "Detroit",
    });
    expect(errors.filter(inMichigan)).toEqual([]);
  });

  test("`forms` recommends the form of the city after those of the states", async () => {
    const { forms } = await post("/v1/forms", toledo, detroit);
    const recommended = forms.filter(({ recommended }: { recommended: boolean }) => recommended);
    expect(recommended.slice(-2)).toMatchObject([
      { id: "MI101", formLocality: "MI" },
      { id: "MI205", formLocality: "MI_DETROIT" },
    ]);
  });

  test("the flow asks about the city limits and leads to the form", async () => {
    const response = await call({
      method: "GET",
      url: "/v1/flowQuestionSet/MI_DETROIT_NONRESIDENT/QS1",
      headers: { "accept-language": "es" },
    });
    const [question] = response.json().questions;
    expect(question.id).toBe("miWorkInCity");
    expect(question.questionText).toBe(
      "¿Está su lugar de trabajo con este empleador dentro de los límites de la ciudad de Detroit?",
    );
    const [inside, outside] = question.questionOptions;
    expect(inside).toMatchObject({ value: "INSIDE", formsToComplete: [{ id: "MI205" }] });
    expect(outside).toEqual({ label: "Fuera", id: "OUTSIDE", value: "OUTSIDE" });
  });

  test("form information has the code of the city", async () => {
    const information = (await call({ method: "GET", url: "/v1/fillPdf/MI205" })).json();
    expect(information).toMatchObject({ id: "MI205", locality: "MI_DETROIT" });
    expect(information.taxParameters.map(({ id }: { id: string }) => id)).toContain(
      "MI_DETROIT.totalExemptions",
    );
  });
});

describe("in East Lansing", () => {
  test("the missing certificate is an error that names the city; the other flows continue", async () => {
    const { flows, errors } = await post("/v1/guided-flows", eastLansing, eastLansing);
    expect(flows.map(({ id }: { id: string }) => id)).toEqual(["FEDERAL", "MI_RESIDENT"]);
    expect(errors).toEqual([
      {
        addressId: "home",
        code: "JURISDICTION_NOT_COVERED",
        message: "The form EL-W-4 for East Lansing is not available yet.",
        locality: "MI_EAST_LANSING",
        localityFullName: "East Lansing",
        agency: { name: "City of East Lansing", url: "https://cityofeastlansing.com" },
        formName: "EL-W-4",
      },
    ]);
  });
});

test("a home that can be in one of two cities is asked about once, and nothing is recommended before", async () => {
  const shared = { streetAddress1: "11700 Conant St", city: "Detroit", state: "MI", zipCode: "48212" };
  expect(await flowIds(shared, annArbor)).toEqual([
    "FEDERAL",
    "MI_RESIDENT",
    "MI_DETROIT_HAMTRAMCK_RESIDENT",
  ]);
  const { forms } = await post("/v1/forms", shared, annArbor);
  const recommended = forms.filter((form: { recommended: boolean }) => form.recommended);
  expect(recommended.map(({ id }: { id: string }) => id)).toEqual(["W4101", "MI101"]);
  const set = await call({ method: "GET", url: "/v1/flowQuestionSet/MI_DETROIT_HAMTRAMCK_RESIDENT/QS1" });
  const [question] = set.json().questions;
  expect(
    question.questionOptions.map(
      ({ value, formsToComplete = [] }: { value: string; formsToComplete?: { id: string }[] }) => [
        value,
        ...formsToComplete.map(({ id }) => id),
      ],
    ),
  ).toEqual([["NONE"], ["MI_DETROIT", "MI205"], ["MI_HAMTRAMCK", "MI210"]]);
});

test("a postal city whose ZIP Code is not all inside is asked about, and its form is not recommended", async () => {
  const cascade = { streetAddress1: "5920 Tahoe Dr SE", city: "Grand Rapids", state: "MI", zipCode: "49546" };
  const { forms } = await post("/v1/forms", cascade, annArbor);
  expect(forms.find(({ id }: { id: string }) => id === "MI208")).toMatchObject({ recommended: false });
});

test("a certificate that only some people in a city need is an error for those who work there", async () => {
  const boulder = { streetAddress1: "1777 Broadway", city: "Boulder", state: "CO", zipCode: "80302" };
  const denver = { streetAddress1: "1437 Bannock St", city: "Denver", state: "CO", zipCode: "80202" };
  expect((await post("/v1/guided-flows", denver, boulder)).errors).toEqual([]);
  const { flows, errors } = await post("/v1/guided-flows", boulder, denver);
  expect(flows.map(({ id }: { id: string }) => id)).toEqual(["FEDERAL", "CO_RESIDENT"]);
  expect(errors).toEqual([
    {
      addressId: "work1",
      code: "FORM_NOT_AVAILABLE",
      message:
        "The form TD269 for Denver is not available here. It is for people with two employers in Denver, so that only one of them withholds the occupational privilege tax. If you need it, get it from this agency: City and County of Denver.",
      locality: "CO_DENVER",
      localityFullName: "Denver",
      agency: { name: "City and County of Denver", url: "https://www.denvergov.org" },
      formName: "TD269",
    },
  ]);
});

test("a resident is asked about work in the city only if a work address suggests it", async () => {
  expect(await flowIds(detroit, detroit)).toEqual(["FEDERAL", "MI_RESIDENT", "MI_DETROIT_RESIDENT"]);
  expect(await flowIds(detroit, annArbor)).toEqual([
    "FEDERAL",
    "MI_RESIDENT",
    "MI_DETROIT_RESIDENT_ELSEWHERE",
  ]);
  expect(await flowIds(annArbor, annArbor)).toEqual(["FEDERAL", "MI_RESIDENT"]);
});
