import { loadCatalog } from "@withholding-forms/catalog";
import type { ParametersResponse } from "@withholding-forms/contract";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { call } = await startTestServer();
const hidden = await startTestServer({
  options: { catalog: loadCatalog(undefined, undefined, "AGENCY_FILE") },
});

async function parameters(server = { call }): Promise<ParametersResponse["parameters"]> {
  const response = await server.call({ url: "/v1/parameters" });
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-language"]).toBe("en");
  return response.json<ParametersResponse>().parameters;
}

test("a parameter has its type, meaning, period, codes, and forms", async () => {
  const all = await parameters();
  expect(all.find(({ id }) => id === "AL.filingStatus")).toEqual({
    id: "AL.filingStatus",
    name: "filingStatus",
    locality: "AL",
    valueType: "code",
    description: expect.stringMatching(/\.$/),
    values: expect.objectContaining({ S: expect.any(String), "0": expect.any(String) }),
    forms: expect.arrayContaining(["AL101", "AL101SP"]),
  });
  expect(all.find(({ id }) => id === "FED.additionalWithholding")).toMatchObject({
    locality: "FEDERAL",
    valueType: "dollarAmount",
    period: "PAY",
    forms: expect.arrayContaining(["W4101", "W4101SP"]),
  });
  expect(all.find(({ id }) => id === "FED.isExempt")?.together).toContainEqual(
    expect.objectContaining({ forms: ["W4101", "W8101"], rule: "ALL" }),
  );
});

test("every parameter of a completed form and of the form information is in it, and each id is there once", async () => {
  const all = await parameters();
  const ids = all.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const filled = await call({ method: "POST", url: "/v1/fillPdf", payload: fillAlabama });
  for (const { id, value, valueType } of filled.json().taxParameters) {
    const known = all.find((one) => one.id === id);
    expect(known).toMatchObject({ valueType, forms: expect.arrayContaining(["AL101"]) });
    if (known?.values !== undefined) expect(Object.keys(known.values)).toContain(value);
  }
  for (const formId of ["W4101", "CAN101", "MI101"]) {
    const information = (await call({ url: `/v1/fillPdf/${formId}` })).json();
    const listed = all.filter(({ forms }) => forms.includes(formId)).map(({ id }) => id);
    expect(listed).toEqual(
      expect.arrayContaining(information.taxParameters.map(({ id }: { id: string }) => id)),
    );
  }
});

test("forms that the operator hides give no parameters", async () => {
  const all = await parameters(hidden);
  const ids: string[] = (await hidden.call({ url: "/v1/getAllFormIds" })).json();
  expect(all.length).toBeGreaterThan(0);
  expect(all.length).toBeLessThan((await parameters()).length);
  for (const { forms } of all) expect(ids).toEqual(expect.arrayContaining([...forms]));
});

test("a caller that has the list gets 304", async () => {
  const { headers } = await call({ url: "/v1/parameters" });
  const again = await call({ url: "/v1/parameters", headers: { "if-none-match": String(headers.etag) } });
  expect(again.statusCode).toBe(304);
});

test.each([
  ["en", "en", "Extra tax to withhold.", "Single or married filing separately"],
  [
    "es-MX",
    "es",
    "Impuesto adicional que se retiene.",
    "Soltero o casado que presenta una declaración por separado",
  ],
  ["fr-CA", "fr", "Impôt supplémentaire à retenir.", "Célibataire ou marié déclarant séparément"],
])(
  "descriptions and codes are in the language of the request: %s",
  async (asked, language, extra, single) => {
    const { headers, body } = await call({ url: "/v1/parameters", headers: { "accept-language": asked } });
    expect(headers["content-language"]).toBe(language);
    expect(headers.vary).toBe("accept-language, accept-encoding");
    const { parameters: all } = JSON.parse(body) as ParametersResponse;
    expect(all.find(({ id }) => id === "FED.additionalWithholding")?.description).toBe(extra);
    expect(all.find(({ id }) => id === "FED.filingStatus")?.values?.["S"]).toBe(single);
  },
);

test("each language has its own tag", async () => {
  const [en, es] = await Promise.all(
    ["en", "es"].map((language) => call({ url: "/v1/parameters", headers: { "accept-language": language } })),
  );
  expect(en?.headers.etag).not.toBe(es?.headers.etag);
  const again = await call({
    url: "/v1/parameters",
    headers: { "accept-language": "es", "if-none-match": String(en?.headers.etag) },
  });
  expect(again.statusCode).toBe(200);
});
