// The whole journey of an employee in Alabama with a generated client: login, guided flows, flow questions, form
// questions, completed PDFs. To try it with a running service:
//
//   curl -H "Authorization: Bearer $TOKEN" http://localhost:8080/v1/docs/config > api.yaml
//   npx openapi-typescript api.yaml -o api.ts
//   npm install openapi-fetch && npx tsc journey.ts && API_KEY=... node journey.js
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type QuestionSet = components["schemas"]["QuestionSet"];
type FormSummary = components["schemas"]["FormSummary"];
type Answers = Record<string, string | number | boolean>;

const baseUrl = process.env["BASE_URL"] ?? "http://localhost:8080";
const address = { streetAddress1: "11 S Union St", city: "Montgomery", state: "AL", zipCode: "36130" };

/** The answers by question. A real client shows the questions instead. */
const answers: Answers = {
  isNra: false,
  isExempt: false,
  filingStatus: "SINGLE_OR_MARRIED_FILING_SEPARATELY",
  multipleJobsOption: "NONE",
  incomeWithinCreditLimit: true,
  otherAdjustmentsSurvey: false,
  useDeductionsWorksheet: false,
  dependents: 1,
};

const client = createClient<paths>({ baseUrl });

const login = await client.GET("/authentication/login", {
  headers: { "api-key": process.env["API_KEY"] ?? "" },
});
if (login.data === undefined) throw new Error(login.error.status?.toString() ?? "no token");
const { accessToken } = login.data;
client.use({
  onRequest({ request }) {
    request.headers.set("authorization", `Bearer ${accessToken}`);
    return request;
  },
});

const located = await client.POST("/v1/guided-flows", {
  body: { homeAddress: address, workAddresses: [address] },
});
if (located.data === undefined) throw new Error("guided-flows rejected the addresses");

const completed: { form: string; pdfStartsWith: string; taxParameters: Record<string, string> }[] = [];
for (const flow of located.data.flows) {
  for (const form of await formsOf(flow)) completed.push(await complete(form));
}
console.log(JSON.stringify(completed));

/** Follows a flow's questions, always with the English form, to the forms it requires. */
async function formsOf(flow: components["schemas"]["Flow"]): Promise<FormSummary[]> {
  if (!flow.hasFlowQuestions) return flow.formsToComplete ?? [];
  let setId = flow.initialQuestionSetId;
  while (setId !== undefined) {
    const { data: set } = await client.GET("/v1/flowQuestionSet/{flowId}/{questionSetId}", {
      params: { path: { flowId: flow.id, questionSetId: setId } },
    });
    if (set === undefined) throw new Error(`${flow.id} has no ${setId}`);
    const option = set.questions[0]?.questionOptions?.find(({ value }) => value === "english");
    if (option?.formsToComplete !== undefined) return option.formsToComplete;
    setId = next(set, { [set.questions[0]?.id ?? ""]: "english" });
  }
  return [];
}

async function complete(form: FormSummary): Promise<(typeof completed)[number]> {
  const version = { formVersion: form.formVersion };
  const fields: Answers = {};
  let setId: string | undefined = form.initialQuestionSet;
  while (setId !== undefined) {
    const { data: set }: { data?: QuestionSet } = await client.GET(
      "/v1/formQuestionSet/{formId}/{questionSetId}",
      { params: { path: { formId: form.id, questionSetId: setId }, query: version } },
    );
    if (set === undefined) throw new Error(`${form.id} has no ${setId}`);
    for (const question of set.questions) {
      const answer = answerTo(question);
      if (answer !== undefined) fields[question.id] = answer;
    }
    setId = next(set, fields);
  }
  const filled = await client.POST("/v1/fillPdf", {
    params: { header: { Timezone: "America/Chicago" } },
    body: {
      formId: form.id,
      ...version,
      employee: { firstName: "John", lastName: "Smith", socialSecurityNumber: "123-45-6789", address },
      employer: {
        name: "Example Payroll Inc.",
        federalEIN: "98-7654321",
        telephoneNumber: "456-867-5309",
        address,
      },
      signForm: "SIGN",
      fields,
    },
  });
  if (filled.data === undefined) throw new Error(JSON.stringify(filled.error));
  const { form: id, pdf, taxParameters } = filled.data;
  return {
    form: id,
    pdfStartsWith: atob(pdf.slice(0, 8)),
    taxParameters: Object.fromEntries(taxParameters.map((parameter) => [parameter.id, parameter.value])),
  };
}

/** The prepared answer if the question accepts it, otherwise "single" if that is an option. */
function answerTo(question: QuestionSet["questions"][number]): Answers[string] | undefined {
  if (question.isCalculated || question.required.whenRequired === "NEVER") return undefined;
  const pattern = new RegExp(question.validationRegex ?? "", "u");
  return [answers[question.id], "SINGLE"].find(
    (answer) => answer !== undefined && pattern.test(String(answer)),
  );
}

function next({ navigation }: QuestionSet, given: Answers): string | undefined {
  const mapping =
    navigation.navigationType === "CONSTANT"
      ? navigation.navigationMapping
      : navigation.navigationMappings[String(given[navigation.questionId])];
  return mapping?.nextQuestionSetId;
}
