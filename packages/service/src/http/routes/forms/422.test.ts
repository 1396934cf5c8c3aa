import { alabama, montgomery, ottawa } from "@withholding-forms/testing/people/samples";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { call } = await startTestServer();

const refused = async (payload: unknown, language = "en") => {
  const response = await call({
    method: "POST",
    url: "/v1/forms",
    payload: JSON.stringify(payload),
    headers: { "content-type": "application/json", "accept-language": language },
  });
  expect(response.statusCode).toBe(422);
  const { code, errors } = response.json();
  expect(code).toBe("INVALID_BODY");
  return errors.map((error: { pointer: string; code: string }) => [error.pointer, error.code]);
};

const { zipCode: _, ...withoutZip } = montgomery;

test.each<[string, unknown, [string, string][]]>([
  ["a number", 5, [["", "INVALID"]]],
  ["null", null, [["", "INVALID"]]],
  ["a list", [alabama], [["", "INVALID"]]],
  [
    "an empty object",
    {},
    [
      ["/homeAddress", "REQUIRED"],
      ["/workAddresses", "REQUIRED"],
    ],
  ],
  ["no work place", { ...alabama, workAddresses: [] }, [["/workAddresses", "INVALID"]]],
  [
    "one work place without its list",
    { ...alabama, workAddresses: montgomery },
    [["/workAddresses", "INVALID"]],
  ],
  [
    "51 work places",
    { ...alabama, workAddresses: Array(51).fill(montgomery) },
    [["/workAddresses", "TOO_MANY"]],
  ],
  ["an address that is a word", { ...alabama, homeAddress: "Montgomery" }, [["/homeAddress", "INVALID"]]],
  ["an address of nothing", { ...alabama, homeAddress: {} }, [["/homeAddress", "INVALID"]]],
  [
    "a US address without its ZIP",
    { ...alabama, homeAddress: withoutZip },
    [["/homeAddress/zipCode", "REQUIRED"]],
  ],
  [
    "a short ZIP",
    { ...alabama, homeAddress: { ...montgomery, zipCode: "3613" } },
    [["/homeAddress/zipCode", "INVALID"]],
  ],
  [
    "a ZIP that is a number",
    { ...alabama, homeAddress: { ...montgomery, zipCode: 36130 } },
    [["/homeAddress/zipCode", "INVALID"]],
  ],
  [
    "an empty street",
    { ...alabama, homeAddress: { ...montgomery, streetAddress1: "" } },
    [["/homeAddress/streetAddress1", "INVALID"]],
  ],
  [
    "a street of 101 letters",
    { ...alabama, homeAddress: { ...montgomery, streetAddress1: "x".repeat(101) } },
    [["/homeAddress/streetAddress1", "INVALID"]],
  ],
  ["an unknown payment type", { ...alabama, paymentType: "SALARY" }, [["/paymentType", "INVALID"]]],
  ["a payment type in small letters", { ...alabama, paymentType: "pension" }, [["/paymentType", "INVALID"]]],
  ["a payment type that is a list", { ...alabama, paymentType: ["PENSION"] }, [["/paymentType", "INVALID"]]],
  ["a misspelled member", { ...alabama, homeAdress: montgomery }, [["/homeAdress", "UNKNOWN"]]],
  [
    "a misspelled member of an address",
    { ...alabama, homeAddress: { ...montgomery, street: "x" } },
    [["/homeAddress/street", "UNKNOWN"]],
  ],
  [
    "everything wrong together",
    {
      homeAddress: { ...ottawa, provinceTerritory: "XX", postalCode: "12345" },
      workAddresses: [montgomery, withoutZip],
      x: 1,
    },
    [
      ["/homeAddress/provinceTerritory", "INVALID"],
      ["/homeAddress/postalCode", "INVALID"],
      ["/workAddresses/1/zipCode", "REQUIRED"],
      ["/x", "UNKNOWN"],
    ],
  ],
  [
    "the two shapes mixed",
    { ...alabama, homeAddress: { ...montgomery, postalCode: "K1A 0A9" } },
    [["/homeAddress/postalCode", "UNKNOWN"]],
  ],
])("%s is rejected with each wrong member", async (_, payload, errors) => {
  expect(await refused(payload)).toEqual(errors);
});

test.each([
  ["en", "Enter a Canadian postal code, such as K1A 0B1."],
  ["es", "Escriba un código postal de Canadá, como K1A 0B1."],
  ["fr", "Entrez un code postal canadien, comme K1A 0B1."],
])("the message is in the caller's language: %s", async (language, message) => {
  const response = await call({
    method: "POST",
    url: "/v1/forms",
    payload: { ...alabama, homeAddress: { ...ottawa, postalCode: "1" } },
    headers: { "accept-language": language },
  });
  expect(response.headers["content-language"]).toBe(language);
  expect(response.json().errors).toEqual([{ pointer: "/homeAddress/postalCode", code: "INVALID", message }]);
});

test("an unknown payment type is answered with the known ones", async () => {
  const response = await call({
    method: "POST",
    url: "/v1/guided-flows",
    payload: { ...alabama, paymentType: "SALARY" },
  });
  expect(response.statusCode).toBe(422);
  expect(response.json().errors).toEqual([
    { pointer: "/paymentType", code: "INVALID", message: "Send WAGES or PENSION." },
  ]);
});

test("thousands of invalid properties get a bounded list of errors", async () => {
  const junk = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`m${index}`, 1]));
  expect(await refused({ ...alabama, ...junk })).toHaveLength(200);
});
