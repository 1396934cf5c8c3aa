import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import {
  type Client,
  type Employee,
  type Employer,
  type FederalValues,
  ProblemError,
  type ShownQuestion,
  WithholdingFormsError,
  walk,
} from "@withholding-forms/client";
import { languages } from "@withholding-forms/interview";
import { z } from "zod";
import { productVersion } from "../../product-version.js";

const language = z.enum(languages).optional().describe("Language of texts; en by default");
const formId = z.string().describe("ID of the form, such as W4101");
const formVersion = z.string().optional().describe("By default the latest version");
const answers = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
  .describe("Answers by question ID. A multiple choice is a list of option IDs");
const address = z.record(z.string(), z.string());
const homeAddress = address.describe(
  "streetAddress1, city, state, and zipCode; in Canada provinceTerritory and postalCode instead of the last two",
);
const person = {
  formId,
  formVersion,
  fields: answers,
  employee: z
    .looseObject({})
    .describe("firstName, lastName, socialSecurityNumber or socialInsuranceNumber, address"),
  employer: z.looseObject({}).optional().describe("name, federalEIN, telephoneNumber, address"),
  federalValues: z.looseObject({}).optional().describe("For forms with acceptsFederalValues"),
  language,
};

interface Filling {
  readonly formId: string;
  readonly formVersion?: string | undefined;
  readonly fields: z.infer<typeof answers>;
  readonly employee: object;
  readonly employer?: object | undefined;
  readonly federalValues?: object | undefined;
  readonly language?: (typeof languages)[number] | undefined;
}

/** The tools, for requests of one API key. None of them signs, and none keeps or logs what it is sent. */
export function createMcpServer(client: Client): McpServer {
  const server = new McpServer(
    { name: "withholding-forms", version: productVersion },
    {
      instructions:
        "Withholding certificates for US and Canadian payroll. Start with find_forms, ask with next_questions, then preview_form. Only the employee can sign a form, and not here. Nothing is tax advice.",
    },
  );
  const annotations = { readOnlyHint: true, openWorldHint: false };

  server.registerTool(
    "find_forms",
    {
      description: "The withholding forms that apply to a home address and work addresses.",
      inputSchema: {
        homeAddress,
        workAddresses: z.array(address).optional().describe("By default the home address"),
        paymentType: z.enum(["WAGES", "PENSION"]).optional(),
        language,
      },
      annotations,
    },
    ({ language, workAddresses, ...location }) =>
      answered(async () => {
        const request = { ...location, workAddresses: workAddresses ?? [location.homeAddress] };
        const { forms, errors } = await client.forms(request as never, { language });
        return { forms, errors };
      }),
  );

  server.registerTool(
    "next_questions",
    {
      description:
        "The questions of a form to ask next, given the answers so far, with what is wrong with those answers. At the end, the statement that the employee must agree to.",
      inputSchema: {
        formId,
        formVersion,
        answers,
        region: z.string().optional().describe("State or province of the home address"),
        hasFederalValues: z.boolean().optional(),
        language,
      },
      annotations,
    },
    (start) =>
      answered(async () => {
        const journey = await walk(client, start);
        const { status, questions, problems, perjuryStatement } = await journey.advance();
        return {
          status,
          formVersion: journey.formVersion,
          questions: status === "ASKING" ? questions.map(shown) : [],
          problems: status === "ASKING" ? problems : [],
          perjuryStatement,
        };
      }),
  );

  const fill = ({ language, ...body }: Filling) =>
    client.fillPdf(
      {
        ...body,
        employee: body.employee as Employee,
        employer: body.employer as Employer | undefined,
        federalValues: body.federalValues as FederalValues | undefined,
        signForm: "PREVIEW",
      } as Parameters<Client["fillPdf"]>[0],
      { language },
    );

  server.registerTool(
    "validate_form",
    {
      description:
        "Checks all answers and personal data of a form, and returns the tax parameters and notices, or every problem.",
      inputSchema: person,
      annotations,
    },
    (given) =>
      answered(async () => {
        const { pdf: _, ...rest } = await fill(given);
        return rest;
      }),
  );

  server.registerTool(
    "preview_form",
    {
      description: "The completed form as an unsigned PDF in which the Social Security number is masked.",
      inputSchema: person,
      annotations,
    },
    async (given) => {
      let pdf = "";
      const result = await answered(async () => {
        const { pdf: made, ...rest } = await fill(given);
        pdf = made;
        return rest;
      });
      if (pdf === "") return result;
      const uri = `withholding-forms://preview/${encodeURIComponent(given.formId)}.pdf`;
      const file = { type: "resource", resource: { uri, mimeType: "application/pdf", blob: pdf } } as const;
      return { ...result, content: [...result.content, file] };
    },
  );

  server.registerTool(
    "explain_parameter",
    {
      description:
        "What a tax parameter means, such as AL.filingStatus: its type, codes, period, and the forms that return it.",
      inputSchema: { id: z.string(), language },
      annotations,
    },
    ({ id, language }) =>
      answered(async () => {
        const { parameters } = await client.parameters({ language });
        const found = parameters.find((one) => one.id === id);
        return found ?? { error: `There is no parameter ${JSON.stringify(id)}. IDs are case-sensitive.` };
      }),
  );

  server.registerTool(
    "list_changes",
    {
      description:
        "Form versions that were added, scheduled, corrected, deprecated, or retired: all, on or after a date, or since a cursor.",
      inputSchema: { since: z.iso.date().optional(), cursor: z.string().optional() },
      annotations,
    },
    (chosen) => answered(() => client.changes(chosen)),
  );
  return server;
}

/** Errors of the service are results that say what to fix. They contain nothing that was sent, apart from its messages. */
async function answered(work: () => Promise<object>): Promise<CallToolResult> {
  try {
    return { content: [{ type: "text", text: JSON.stringify(await work()) }] };
  } catch (error) {
    if (!(error instanceof WithholdingFormsError)) throw error;
    const what = error instanceof ProblemError ? error.problem : { error: error.message };
    return { isError: true, content: [{ type: "text", text: JSON.stringify(what) }] };
  }
}

function shown({ question, answer }: ShownQuestion): object {
  const { id, questionText, questionOptions, multiSelectQuestionOptions, displayType, required, notes } =
    question;
  return {
    ...{ id, questionText, displayType, whenRequired: required.whenRequired, notes, answer },
    options: multiSelectQuestionOptions ?? questionOptions?.map(({ label, value }) => ({ label, value })),
  };
}
