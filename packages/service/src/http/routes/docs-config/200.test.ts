import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";
import { parse } from "yaml";

const product = JSON.parse(readFileSync(new URL("../../../../package.json", import.meta.url), "utf8"));
const { call } = await startTestServer();

const description = async (accept = "*/*") => {
  const response = await call({ url: "/v1/docs/config", headers: { accept } });
  expect(response.statusCode).toBe(200);
  return response;
};

test("the description is OpenAPI 3.0 as YAML, in version 0.0.1, with the four tags and one for login", async () => {
  const response = await description();
  expect(response.headers["content-type"]).toBe("application/yaml; charset=utf-8");
  const document = parse(response.body);
  expect(document.openapi).toBe("3.0.3");
  expect(document.info.version).toBe("0.0.1");
  expect(document.info["x-product-version"]).toBe(product.version);
  expect(document.tags.map(({ name }: { name: string }) => name)).toEqual([
    "Authentication",
    "Forms",
    "Questions",
    "PDF and Tax Parameters",
    "Documentation",
  ]);
  expect(document.servers).toEqual([{ url: "https://forms.example.com" }]);
});

test("an independent validator finds nothing wrong with it", async () => {
  const result = await new Validator().validate(parse((await description()).body));
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
});

test("it describes the eleven endpoints of the specification and those of ours: login needs an API key, and all others a token", async () => {
  const { paths } = parse((await description()).body);
  const operations = Object.entries<Record<string, { operationId: string; security: object[] }>>(
    paths,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    [
      "get /authentication/login",
      "post /v1/forms",
      "post /v1/guided-flows",
      "get /v1/flowQuestionSet/{flowId}/{questionSetId}",
      "get /v1/formQuestionSet/{formId}/{questionSetId}",
      "post /v1/fillPdf",
      "get /v1/fillPdf/{formId}",
      "get /v1/getAllFormIds",
      "get /v1/getPdf/{formId}",
      "get /v1/getAllFormsCatalog",
      "get /v1/docs/config",
      "get /v1/parameters",
      "get /v1/notices",
      "get /v1/coverage",
      "get /v1/changes",
      "post /v1/bulk/guided-flows",
      "post /v1/bulk/fillPdf",
      "post /v1/effective-parameters",
      "post /v1/migrate",
    ].sort(),
  );
  for (const { operationId, security } of operations) {
    expect([operationId, security]).toEqual([
      operationId,
      operationId === "login" ? [{ apiKey: [] }] : [{ bearer: [] }],
    ]);
  }
});

test("schemas have names, and choices are single enums", async () => {
  const { components } = parse((await description()).body);
  const names = Object.keys(components.schemas);
  expect(names).toEqual(expect.arrayContaining(["UsAddress", "QuestionSet", "FillPdfRequest", "Problem"]));
  expect(names.filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([]);
  expect(components.schemas.Notice.properties.type).toEqual({
    type: "string",
    enum: ["WARNING", "DEPRECATION"],
    description: expect.any(String),
  });
  expect(components.schemas.LocationRequest.example.homeAddress.city).toBe("Montgomery");
});

test("a member that can be null is nullable, and unions of objects say which one it is", async () => {
  const { components } = parse((await description()).body);
  const { Navigation, Address, FillPdfRequest, LocationRequest, Answer } = components.schemas;
  expect(Navigation).toMatchObject({
    oneOf: [
      { $ref: "#/components/schemas/ConstantNavigation" },
      { $ref: "#/components/schemas/VariableNavigation" },
    ],
    discriminator: {
      propertyName: "navigationType",
      mapping: {
        CONSTANT: "#/components/schemas/ConstantNavigation",
        VARIABLE: "#/components/schemas/VariableNavigation",
      },
    },
  });
  expect(components.schemas.Note.discriminator.mapping.TABLE).toBe("#/components/schemas/TableNote");
  expect(Address.oneOf).toHaveLength(2);
  expect(Address.discriminator).toBeUndefined();
  expect(FillPdfRequest.properties.employer).toEqual({
    type: "object",
    nullable: true,
    allOf: [{ $ref: "#/components/schemas/Employer" }],
  });
  expect(LocationRequest.properties.paymentType.enum).toEqual(["WAGES", "PENSION", null]);
  expect(components.schemas.FederalValues.properties.deductions.anyOf).toEqual([
    { type: "number", format: "double", nullable: true },
    { type: "string" },
  ]);
  expect(Answer.anyOf).toEqual([
    { type: "string", nullable: true },
    { type: "number", format: "double" },
    { type: "boolean" },
    { type: "array", items: { type: "string" } },
  ]);
});

test("a caller who takes only JSON gets the same description as JSON", async () => {
  const response = await description("application/json");
  expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(response.json()).toEqual(parse((await description()).body));
});

test("tools that read YAML 1.1 read the same: ON is Ontario, not true", async () => {
  const { body } = await description();
  expect(body).not.toContain("%YAML");
  expect(parse(body, { version: "1.1" })).toEqual(parse(body));
  const { CanadianAddress } = parse(body, { version: "1.1" }).components.schemas;
  expect(CanadianAddress.properties.provinceTerritory.enum).toContain("ON");
});

test("the prefix of the addresses is the configured one", async () => {
  const other = await startTestServer({ env: { BASE_PATH: "/payroll/forms" } });
  const { paths } = parse((await other.call({ url: "/payroll/forms/docs/config" })).body);
  expect(Object.keys(paths)).toContain("/payroll/forms/fillPdf");
  expect(Object.keys(paths)).toContain("/authentication/login");
  const none = await startTestServer({ env: { BASE_PATH: "/" } });
  expect((await none.call({ url: "/getAllFormIds" })).statusCode).toBe(200);
  expect((await none.call({ url: "/docs/config" })).statusCode).toBe(200);
});
