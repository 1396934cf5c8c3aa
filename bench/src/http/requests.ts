/** The requests that are measured, each a whole request of HTTP in bytes, and the bodies they are made of. */
export function requestBytes(kind: Kind, token: string): Buffer {
  const { method, path, body } = kinds[kind];
  const text = body === undefined ? "" : JSON.stringify(body);
  const length =
    body === undefined ? "" : `content-type: application/json\r\ncontent-length: ${text.length}\r\n`;
  return Buffer.from(
    `${method} /v1${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\naccept: application/json\r\n${length}\r\n${text}`,
  );
}

/** The targets are stated for the federal W-4; everything on its first page is filled. */
export function fillW4(signForm: "PREVIEW" | "SIGN" | "SIGN_EXTERNALLY"): object {
  return {
    formId: "W4101",
    formVersion: "2025.12.0",
    employee: {
      firstName: "John",
      lastName: "Smith",
      socialSecurityNumber: "123-45-6789",
      address: montgomery,
    },
    employer: {
      name: "Example Payroll Inc.",
      federalEIN: "98-7654321",
      telephoneNumber: "456-867-5309",
      address: montgomery,
    },
    fields: {
      isNra: false,
      isExempt: false,
      filingStatus: "MARRIED_FILING_JOINTLY",
      multipleJobsOption: "TWO_JOBS_BOX",
      completeSteps3To4bHere: true,
      incomeWithinCreditLimit: true,
      qualifyingChildren: 2,
      otherDependents: 1,
      otherCredits: 300,
      otherAdjustmentsSurvey: true,
      interestAndDividends: "1,200",
      otherIncome: 800,
      useDeductionsWorksheet: false,
      deductions: "4,500",
      extraWithholding: "25.50",
    },
    signForm,
  };
}

const montgomery = { streetAddress1: "11 S Union St", city: "Montgomery", state: "AL", zipCode: "36130" };
const phoenix = { streetAddress1: "1700 W Washington St", city: "Phoenix", state: "AZ", zipCode: "85007" };
const places = { homeAddress: montgomery, workAddresses: [phoenix] };

const kinds = {
  "empty route": { method: "GET", path: "/empty", body: undefined },
  "empty route, POST": { method: "POST", path: "/empty", body: places },
  "constant body": { method: "GET", path: "/constant", body: undefined },
  "constant body, POST": { method: "POST", path: "/constant", body: fillW4("PREVIEW") },
  forms: { method: "POST", path: "/forms", body: places },
  "guided-flows": { method: "POST", path: "/guided-flows", body: places },
  flowQuestionSet: { method: "GET", path: "/flowQuestionSet/FEDERAL/QS1", body: undefined },
  formQuestionSet: {
    method: "GET",
    path: "/formQuestionSet/W4101/QS2?formVersion=2025.12.0",
    body: undefined,
  },
  "fillPdf PREVIEW": { method: "POST", path: "/fillPdf", body: fillW4("PREVIEW") },
  "fillPdf SIGN": { method: "POST", path: "/fillPdf", body: fillW4("SIGN") },
  "fillPdf SIGN_EXTERNALLY": { method: "POST", path: "/fillPdf", body: fillW4("SIGN_EXTERNALLY") },
} as const;

export type Kind = keyof typeof kinds;
export const allKinds = Object.keys(kinds) as Kind[];

export function methodOf(kind: Kind): "GET" | "POST" {
  return kinds[kind].method;
}
