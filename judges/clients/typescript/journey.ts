// The whole journey with types that openapi-typescript made, and openapi-fetch. Prints one line per step.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Schemas = components["schemas"];
type Fields = Schemas["FillPdfRequest"]["fields"];

const { BASE_URL: baseUrl = "", API_KEY: apiKey = "" } = process.env;
const montgomery = { streetAddress1: "11 S Union St", city: "Montgomery", state: "AL", zipCode: "36130" };
const ottawa = {
  streetAddress1: "111 Wellington St",
  city: "Ottawa",
  provinceTerritory: "ON",
  postalCode: "K1A 0A9",
} as const;
const answers: Fields = { filingStatus: "SINGLE", dependents: 1, additionalWithholding: "25.50" };

function step(name: string, ok: boolean): void {
  console.log(`${ok ? "ok" : "FAILED"} ${name}`);
  if (!ok) process.exit(1);
}

function given<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("no answer");
  return value;
}

function clientWith(token: string) {
  return createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
}

const login = await createClient<paths>({ baseUrl }).GET("/authentication/login", {
  headers: { "api-key": apiKey },
});
const token = given(login.data).accessToken;
step("login", token !== "");
const client = clientWith(token);

async function flowsAt(address: Schemas["Address"]): Promise<Schemas["Flow"][]> {
  const located = await client.POST("/v1/guided-flows", {
    body: { homeAddress: address, workAddresses: [address] },
  });
  return given(located.data).flows;
}

const flow = given((await flowsAt(montgomery)).find(({ locality }) => locality === "AL"));
step("guidedFlows", flow.hasFlowQuestions);
step("guidedFlows in Canada", (await flowsAt(ottawa))[0]?.id === "CANADA_FEDERAL");

const flowSet = await client.GET("/v1/flowQuestionSet/{flowId}/{questionSetId}", {
  params: { path: { flowId: flow.id, questionSetId: given(flow.initialQuestionSetId) } },
});
const option = given(flowSet.data).questions[0]?.questionOptions?.find(({ value }) => value === "english");
const form = given(option?.formsToComplete?.[0]);
step("flowQuestionSet", form.id === "AL101");

const query = { formVersion: form.formVersion };
const information = await client.GET("/v1/fillPdf/{formId}", {
  params: { path: { formId: form.id }, query },
});
step("formInformation", given(information.data).taxParameters.length > 0);

const fields: Fields = {};
let setId: string | undefined = form.initialQuestionSet;
while (setId !== undefined) {
  const path = { formId: form.id, questionSetId: setId };
  const set: { data?: Schemas["QuestionSet"] } = await client.GET(
    "/v1/formQuestionSet/{formId}/{questionSetId}",
    { params: { path, query } },
  );
  const { questions, navigation } = given(set.data);
  for (const { id } of questions) fields[id] = given(answers[id]);
  setId =
    navigation.navigationType === "CONSTANT"
      ? navigation.navigationMapping.nextQuestionSetId
      : navigation.navigationMappings[String(fields[navigation.questionId])]?.nextQuestionSetId;
}
step("formQuestionSet", Object.keys(fields).length === Object.keys(answers).length);

function fill(signForm: "PREVIEW" | "SIGN" | "SIGN_EXTERNALLY", all: Fields) {
  const employee = {
    firstName: "John",
    lastName: "Smith",
    socialSecurityNumber: "123-45-6789",
    address: montgomery,
  };
  const employer = {
    name: "Example Payroll Inc.",
    federalEIN: "98-7654321",
    telephoneNumber: "456-867-5309",
    address: montgomery,
  };
  return client.POST("/v1/fillPdf", {
    params: { header: { Timezone: "America/Chicago" } },
    body: { formId: form.id, ...query, employee, employer, signForm, fields: all },
  });
}

const files = new Set<string>();
for (const mode of ["PREVIEW", "SIGN", "SIGN_EXTERNALLY"] as const) {
  const { pdf, taxParameters } = given((await fill(mode, fields)).data);
  files.add(pdf);
  const extra = taxParameters.find(({ id }) => id === "AL.additionalWithholding")?.value;
  step(`fillPdf ${mode}`, atob(pdf.slice(0, 8)).startsWith("%PDF-") && extra === "25.50");
}
step("three different files", files.size === 3);

const refused = await fill("PREVIEW", { ...fields, dependents: "many" });
const problem = refused.error as Schemas["Problem"];
step(
  "422",
  refused.response.status === 422 &&
    problem.code === "ANSWERS_REFUSED" &&
    problem.errors[0]?.questionId === "dependents",
);

const unknown = await clientWith("not-a-token").GET("/v1/getAllFormIds");
step(
  "401",
  unknown.response.status === 401 && (unknown.error as Schemas["Unauthorized"]).message === "Unauthorized",
);
