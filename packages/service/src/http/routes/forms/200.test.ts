import { cpSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Catalog } from "@withholding-forms/catalog";
import { baseCatalog, baseRoot } from "@withholding-forms/testing/catalog/catalog";
import { alabama, montgomery, ontario, ottawa, phoenix } from "@withholding-forms/testing/people/samples";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { describe, expect, test } from "vitest";

const { call } = await startTestServer();

const forms = async (payload: object, headers: Record<string, string> = {}) => {
  const response = await call({ method: "POST", url: "/v1/forms", payload, headers });
  expect(response.statusCode).toBe(200);
  return response.json();
};

test("the federal form comes first, then the home state's, with every field of a form summary", async () => {
  const { forms: all, errors } = await forms(alabama);
  expect(errors).toEqual([]);
  expect(all[0]).toMatchObject({ formLocality: "FEDERAL" });
  const recommended = all.filter((form: { recommended: boolean }) => form.recommended);
  expect(recommended).toEqual([
    {
      id: "W4101",
      name: "W-4",
      title: "Employee's Withholding Certificate",
      formVersion: expect.any(String),
      formLocality: "FEDERAL",
      formType: "RESIDENT",
      recommended: true,
      initialQuestionSet: "QS1",
    },
    {
      id: "AL101",
      name: "A4",
      title: "Employee's Withholding Tax Exemption Certificate",
      formVersion: expect.any(String),
      formLocality: "AL",
      formType: "RESIDENT",
      recommended: true,
      initialQuestionSet: "QS1",
    },
  ]);
});

test("US addresses are located one by one, in request order", async () => {
  const { locationData } = await forms({ homeAddress: montgomery, workAddresses: [phoenix, montgomery] });
  expect(locationData.map(({ id }: { id: string }) => id)).toEqual(["home", "work1", "work2"]);
  expect(locationData[1]).toEqual({
    id: "work1",
    inputAddress: phoenix,
    normalizedAddress: {
      streetAddress1: "1700 W WASHINGTON ST",
      city: "PHOENIX",
      state: "AZ",
      zipCode: "85007",
    },
    addressResultMessages: {
      GS03: {
        message: "Geocoded to Community Level",
        description: expect.stringContaining("center of the ZIP Code area"),
      },
    },
    latitude: expect.stringMatching(/^33\.[0-9]{6}$/),
    longitude: expect.stringMatching(/^-112\.[0-9]{6}$/),
    verified: true,
    geocoded: true,
    places: [
      { kind: "COUNTY", code: "04013", name: "Maricopa County", certainty: "LIKELY", source: "embedded" },
    ],
  });
});

test("Canadian addresses give federal and provincial forms in both languages, and no location data", async () => {
  const { forms: all, locationData, errors } = await forms(ontario);
  expect(locationData).toEqual([]);
  expect(errors).toEqual([]);
  const ids = all.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(expect.arrayContaining(["CAN101", "CAN101FR", "ON101", "ON101FR"]));
  expect(all[0]).toMatchObject({ formLocality: "CANADA_FEDERAL" });
});

test("a Canadian who works in the US is located there only at work", async () => {
  const { forms: all, locationData } = await forms({ homeAddress: ottawa, workAddresses: [phoenix] });
  expect(locationData.map(({ id }: { id: string }) => id)).toEqual(["work1"]);
  expect(all.map(({ formLocality }: { formLocality: string }) => formLocality)).toContain("AZ");
});

test("members sent as null are members not sent", async () => {
  const home = { ...montgomery, streetAddress2: null };
  const { locationData } = await forms({ homeAddress: home, workAddresses: [montgomery] });
  expect(locationData[0].inputAddress).toEqual(home);
  expect(locationData[0].normalizedAddress).not.toHaveProperty("streetAddress2");
});

test("an address that cannot be right is still answered, and says so in the caller's language", async () => {
  const { forms: all, errors } = await forms(
    {
      homeAddress: { ...montgomery, city: "Phoenix" },
      workAddresses: [{ ...phoenix, state: "ZZ", zipCode: "00000" }],
    },
    { "accept-language": "fr-CA" },
  );
  expect(all[0]).toMatchObject({ id: expect.stringMatching(/^W/) });
  expect(errors.filter(({ addressId }: { addressId: string }) => addressId === "work1")).toEqual([
    {
      addressId: "work1",
      code: "JURISDICTION_UNKNOWN",
      message:
        "L'État, la province ou le territoire de cette adresse n'existe ni aux États-Unis ni au Canada. Entrez l'abréviation de deux lettres, comme AL ou ON. Il n'y a pas de formulaires pour d'autres pays, comme les Palaos.",
    },
  ]);
});

const addressAnswers = async (route: string, payload: object, language = "en") => {
  const headers = { "accept-language": language };
  const response = await call({ method: "POST", url: `/v1/${route}`, payload, headers });
  expect(response.statusCode).toBe(200);
  const { errors, locationData } = response.json();
  const verified = locationData.map((one: { id: string; verified: boolean }) => `${one.id} ${one.verified}`);
  const codes = errors.map((one: { addressId: string; code: string }) => `${one.addressId} ${one.code}`);
  return { errors, locationData, verified, codes };
};
const military = { streetAddress1: "PSC 3 Box 77", city: "APO", state: "AE", zipCode: "09021" };
const fleet = { streetAddress1: "PSC 473 Box 1", city: "FPO", state: "AP", zipCode: "96349" };
const embassy = { streetAddress1: "Unit 7400 Box 5", city: "DPO", state: "AA", zipCode: "34002" };

describe.each(["forms", "guided-flows"])(
  "%s says one thing about an address that determines no jurisdiction",
  (route) => {
    test.each([
      ["a military home", military, phoenix, ["home MILITARY_ADDRESS"], ["home false", "work1 true"]],
      ["a fleet home", fleet, phoenix, ["home MILITARY_ADDRESS"], ["home false", "work1 true"]],
      [
        "a military work address",
        phoenix,
        military,
        ["work1 MILITARY_ADDRESS"],
        ["home true", "work1 false"],
      ],
      [
        "an embassy as work address",
        phoenix,
        embassy,
        ["work1 MILITARY_ADDRESS"],
        ["home true", "work1 false"],
      ],
      [
        "both military",
        military,
        embassy,
        ["home MILITARY_ADDRESS", "work1 MILITARY_ADDRESS"],
        ["home false", "work1 false"],
      ],
      [
        "a military home with the state of its gateway",
        { ...military, state: "NY" },
        phoenix,
        ["home MILITARY_ADDRESS"],
        ["home false", "work1 true"],
      ],
      [
        "a state that does not exist",
        { ...phoenix, state: "QQ", zipCode: "00000" },
        phoenix,
        ["home JURISDICTION_UNKNOWN"],
        ["home false", "work1 true"],
      ],
      [
        "a province as a state",
        phoenix,
        { ...phoenix, state: "ON", zipCode: "00000" },
        ["work1 JURISDICTION_UNKNOWN"],
        ["home true", "work1 false"],
      ],
      [
        "a country of its own with US mail",
        { streetAddress1: "1 Main St", city: "Koror", state: "PW", zipCode: "96940" },
        phoenix,
        ["home JURISDICTION_UNKNOWN"],
        ["home true", "work1 true"],
      ],
    ])("%s", async (_, homeAddress, work, codes, verified) => {
      expect(await addressAnswers(route, { homeAddress, workAddresses: [work] })).toMatchObject({
        codes,
        verified,
      });
    });

    test.each([
      [
        "en",
        "Military Address",
        "This is a military mailing address (APO, FPO, or DPO). It does not say which forms apply. For your home address, enter the street address of your legal residence (domicile), not the military mailbox. For your work address, enter the street address where you work or, if that is outside the United States and Canada, your legal residence again.",
      ],
      [
        "es",
        "Dirección militar",
        "Esta es una dirección postal militar (APO, FPO o DPO). No indica qué formularios corresponden. Como dirección de su casa, escriba la calle y el número de su residencia legal (domicilio), no el buzón militar. Como dirección de trabajo, escriba la calle y el número del lugar donde trabaja o, si está fuera de los Estados Unidos y Canadá, otra vez su residencia legal.",
      ],
      [
        "fr",
        "Adresse militaire",
        "C'est une adresse postale militaire (APO, FPO ou DPO). Elle n'indique pas quels formulaires s'appliquent. Comme adresse de votre domicile, entrez le numéro et la rue de votre résidence légale (domicile), et non la boîte postale militaire. Comme adresse de travail, entrez le numéro et la rue de l'endroit où vous travaillez ou, s'il est hors des États-Unis et du Canada, de nouveau votre résidence légale.",
      ],
    ])("a military address, in %s", async (language, label, message) => {
      const payload = { homeAddress: military, workAddresses: [phoenix] };
      const { errors, locationData } = await addressAnswers(route, payload, language);
      expect(errors).toEqual([{ addressId: "home", code: "MILITARY_ADDRESS", message }]);
      expect(locationData[0].addressResultMessages).toHaveProperty("MILITARY_ADDRESS", {
        message: label,
        description: message,
      });
    });
  },
);

test("a state whose forms are missing is reported, never omitted", async () => {
  const without = await startTestServer({ options: { catalog: await catalogWithoutForms() } });
  const response = await without.call({ method: "POST", url: "/v1/forms", payload: alabama });
  expect(response.json().forms).toEqual([]);
  expect(response.json().errors).toContainEqual({
    addressId: "home",
    code: "JURISDICTION_NOT_COVERED",
    message: "The form N-1 for Newland is not available yet.",
    locality: "AL",
    localityFullName: "Newland",
    agency: { name: "Department of Newland", url: "https://tax.example.net/" },
    formName: "N-1",
  });
});

/** Small valid content, in which Alabama taxes wages and has no forms yet. */
async function catalogWithoutForms(): Promise<Catalog> {
  const root = mkdtempSync(join(tmpdir(), "content-without-forms-"));
  try {
    cpSync(baseRoot, root, { recursive: true });
    renameSync(join(root, "us", "NW"), join(root, "us", "AL"));
    return await baseCatalog(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

const listed = async (payload: object): Promise<string[]> => {
  const { forms: all } = await forms(payload);
  return all.map((form: { id: string; recommended: boolean }) => `${form.id}${form.recommended ? "*" : ""}`);
};

test("forms for the payer of a pension are listed only where the payment is a pension", async () => {
  const retired = { homeAddress: phoenix, workAddresses: [montgomery] };
  const pension = ["W4102*", "W4103", "AZ108"];
  expect(await listed({ ...retired, paymentType: "PENSION" })).toEqual(pension);
  for (const paymentType of [undefined, null, "WAGES"]) {
    const wages = await listed({ ...retired, paymentType });
    expect(wages).toEqual(expect.arrayContaining(["W4101*", "AL101*"]));
    expect(wages.filter((id) => /^(W4102|W4103|AZ108)/.test(id))).toEqual([]);
  }
});

test("forms about pay for work are not listed for the payer of a Canadian pension", async () => {
  const wages = await listed(ontario);
  expect(wages).toEqual(expect.arrayContaining(["CAN101*", "CAN102", "CAN103"]));
  const pension = await listed({ ...ontario, paymentType: "PENSION" });
  expect(pension).toEqual(wages.filter((id) => !/^CAN10[23]/.test(id)));
});

test("American Samoa, whose certificate we do not have, is named with what is missing", async () => {
  const pagoPago = { streetAddress1: "1 Utulei St", city: "Pago Pago", state: "AS", zipCode: "96799" };
  const { forms: all, errors } = await forms({ homeAddress: pagoPago, workAddresses: [pagoPago] });
  // Only those who work for the United States need Form W-4 there.
  expect(all).toContainEqual(expect.objectContaining({ id: "W4101", recommended: false }));
  expect(all.filter(({ recommended }: { recommended: boolean }) => recommended)).toEqual([]);
  expect(errors).toContainEqual({
    addressId: "home",
    code: "JURISDICTION_NOT_COVERED",
    message: "The form W-4 (allowance style) for American Samoa is not available yet.",
    locality: "AS",
    localityFullName: "American Samoa",
    agency: { name: "American Samoa Government", url: "https://www.americansamoa.gov/" },
    formName: "W-4 (allowance style)",
  });
});

test("the copy of Form W-4 for a territory takes the place of the federal one for people who work only there", async () => {
  const hagatna = { streetAddress1: "1 Marine Corps Dr", city: "Hagatna", state: "GU", zipCode: "96910" };
  const here = await listed({ homeAddress: hagatna, workAddresses: [hagatna] });
  expect(here).toContain("W4101");
  expect(here.filter((id) => id.endsWith("*"))).toEqual(["GU101*"]);
  expect(await listed({ homeAddress: montgomery, workAddresses: [hagatna] })).toEqual(
    expect.arrayContaining(["W4101", "GU101*"]),
  );
});

test("a home state without a pension form is named with the form that is missing", async () => {
  const { forms: all, errors } = await forms({
    homeAddress: { streetAddress1: "1315 10th St", city: "Sacramento", state: "CA", zipCode: "95814" },
    workAddresses: [phoenix],
    paymentType: "PENSION",
  });
  expect(all.map(({ id }: { id: string }) => id)).toEqual(["W4102", "W4103"]);
  expect(errors.filter(({ code }: { code: string }) => code.endsWith("COVERED"))).toEqual([
    {
      addressId: "home",
      code: "PENSION_NOT_COVERED",
      message: "The form DE 4P for California is not available yet.",
      locality: "CA",
      localityFullName: "California",
      agency: expect.objectContaining({ url: expect.stringMatching(/^https:/) }),
      formName: "DE 4P",
    },
  ]);
});

test("the language of the request decides which edition of a Canadian form is recommended", async () => {
  const recommended = async (language: string): Promise<string[]> => {
    const payload = { homeAddress: ottawa, workAddresses: [ottawa] };
    const { forms: all } = await forms(payload, { "accept-language": language });
    return all
      .filter((form: { recommended: boolean }) => form.recommended)
      .map(({ id }: { id: string }) => id);
  };
  expect(await recommended("en")).toEqual(["CAN101"]);
  expect(await recommended("fr-CA")).toEqual(["CAN101FR"]);
});

test("fifty work addresses are accepted, and a repeated one adds nothing", async () => {
  const once = await forms(alabama);
  const often = await forms({ homeAddress: montgomery, workAddresses: Array(50).fill(montgomery) });
  expect(often.forms).toEqual(once.forms);
  expect(often.locationData).toHaveLength(51);
});

test("a time zone may be sent", async () => {
  expect((await forms(alabama, { timezone: "America/Chicago" })).forms).not.toHaveLength(0);
});

test("white space at the ends of an address does not count", async () => {
  const padded = Object.fromEntries(Object.entries(montgomery).map(([name, value]) => [name, ` ${value} `]));
  const { forms: all, locationData } = await forms({ homeAddress: padded, workAddresses: [montgomery] });
  const plain = await forms(alabama);
  expect(all).toEqual(plain.forms);
  expect(locationData[0].inputAddress).toEqual(montgomery);
});

test.each(["en", "es", "fr"])("the response says that it is in %s", async (language) => {
  const payload = { homeAddress: montgomery, workAddresses: [phoenix] };
  const headers = { "accept-language": language };
  const response = await call({ method: "POST", url: "/v1/forms", payload, headers });
  expect([response.statusCode, response.headers["content-language"]]).toEqual([200, language]);
});

test.each(["11 S Union St", "11 Calle Peñón", "11 東京 St 👍"])(
  "%s comes back as it was sent, byte by byte",
  async (streetAddress1) => {
    const homeAddress = { ...alabama.homeAddress, streetAddress1 };
    const response = await call({ method: "POST", url: "/v1/forms", payload: { ...alabama, homeAddress } });
    expect(response.headers["content-length"]).toBe(String(response.rawPayload.length));
    expect(response.json().locationData[0].inputAddress).toEqual(homeAddress);
  },
);
