import type { FormVersion } from "@withholding-forms/catalog";
import type { FillPdfResponse, GuidedFlowsResponse } from "@withholding-forms/contract";
import { type Question, type QuestionSet, walkAnswers } from "@withholding-forms/interview";
import { writtenCases } from "@withholding-forms/testing/catalog/written-cases";
import { john, zoe } from "@withholding-forms/testing/people/client";
import { alabama, fillAlabama } from "@withholding-forms/testing/people/samples";
import { startTestServer, testCatalog } from "@withholding-forms/testing/service/server";
import { describe, expect, test } from "vitest";
import { specified } from "./test/specified.js";

// A client that knows nothing but the specification: every response is reduced to the members that it defines, every
// DEPENDENT question is answered, whether or not it applies, and nothing is checked before it is sent.

const { call } = await startTestServer();
const day = "2026-11-16";

/** The members that the specification defines. */
function only<Data extends object>(name: string, data: Data): Data {
  const known = specified[name] ?? [];
  return Object.fromEntries(Object.entries(data).filter(([member]) => known.includes(member))) as Data;
}

function onlySet(set: QuestionSet): QuestionSet {
  return { ...only("QuestionSet", set), questions: set.questions.map(onlyQuestion) };
}

function onlyQuestion(question: Question): Question {
  const { required, calculation, ...rest } = only("Question", question);
  return {
    ...rest,
    ...(required === undefined ? {} : { required: { whenRequired: required.whenRequired } }),
    ...(calculation === undefined ? {} : { calculation: only("Calculation", calculation) }),
  } as Question;
}

type Fields = Record<string, unknown>;

/** An answer to a question that the employee has no answer to. */
function someAnswer({ questionOptions, multiSelectQuestionOptions }: Question): unknown {
  return questionOptions?.[0]?.value ?? multiSelectQuestionOptions?.[0]?.id ?? "1";
}

interface Interview {
  readonly end: string;
  readonly path: readonly string[];
  readonly fields: Fields;
}

/** Follows the navigation from set to set, and keeps the answers. */
function interview(sets: ReadonlyMap<string, QuestionSet>, answers: Fields): Interview {
  const questions = [...sets.values()].flatMap((set) => set.questions);
  const all: Fields = Object.fromEntries(
    questions.flatMap((question) =>
      question.isCalculated || question.required?.whenRequired !== "DEPENDENT"
        ? []
        : [[question.id, someAnswer(question)]],
    ),
  );
  const given = { ...all, ...answers };
  const known = (id: string) => questions.filter((question) => question.id === id);
  const { path, end } = walkAnswers((id) => sets.get(id), "QS1", given, known);
  const seen = path.flatMap((id) => sets.get(id)?.questions.map((question) => question.id) ?? []);
  return {
    path,
    end,
    fields: Object.fromEntries(Object.entries(given).filter(([id]) => seen.includes(id))),
  };
}

describe("every case of the content, current versions", () => {
  const forms = writtenCases.flatMap(({ id, version, cases }) => {
    const found = testCatalog().find(id, version, day);
    return typeof found === "string" ? [] : [{ name: `${id} ${version}`, form: found.form, cases }];
  });

  function setsOf(form: FormVersion, federal: boolean): ReadonlyMap<string, QuestionSet> {
    const sets = new Map<string, QuestionSet>();
    for (let number = 1; number <= 80; number++) {
      const set = form.questionSet(`QS${number}`, "en", federal);
      if (set !== undefined) sets.set(set.id, onlySet(set));
    }
    return sets;
  }

  test.each(forms)("$name", ({ form, cases }) => {
    for (const one of cases) {
      const person = form.country === "CA" ? zoe : john;
      const { employee } = person;
      const address = {
        ...employee.address,
        ...(form.country === "US" && one.region ? { state: one.region } : {}),
      };
      const complete = (fields: Fields) =>
        form.complete({
          employee: { ...employee, address },
          employer: "employer" in person ? person.employer : undefined,
          fields,
          federalValues: one.federalValues,
          mode: "PREVIEW",
          language: "en",
          instant: new Date(`${one.today ?? day}T12:00:00Z`),
          timeZone: "UTC",
        });
      const expected = complete(one.answers as Fields);
      if (expected.outcome === "REFUSED") continue;
      // An answer that follows from the address is asked of such a client's employee.
      const { given, values } = expected.walk;
      const answers = {
        ...Object.fromEntries([...given].map((id) => [id, String(values.get(id))])),
        ...(one.answers as Fields),
      };
      const { end, path, fields } = interview(setsOf(form, one.federalValues !== undefined), answers);
      expect([one.case, end]).toEqual([one.case, expected.outcome]);
      expect([one.case, path]).toEqual([one.case, expected.walk.path]);
      if (expected.outcome === "INELIGIBLE") continue;
      expect(complete(fields), one.case).toMatchObject({
        outcome: "COMPLETE",
        taxParameters: expected.taxParameters,
        calculatedValues: expected.calculatedValues,
        printed: expected.printed,
      });
    }
  });
});

test("the whole journey over HTTP, from addresses to a signed form", async () => {
  const located = (
    await call({ method: "POST", url: "/v1/guided-flows", payload: alabama })
  ).json<GuidedFlowsResponse>();
  const flows = only("GuidedFlowsResponse", located).flows.map((flow) => only("Flow", flow));
  const required: string[] = [];
  for (const flow of flows) {
    if (!flow.hasFlowQuestions) {
      required.push(...(flow.formsToComplete ?? []).map(({ id }) => id));
      continue;
    }
    let setId = flow.initialQuestionSetId;
    while (setId !== undefined) {
      const set: QuestionSet = onlySet(
        (await call({ url: `/v1/flowQuestionSet/${flow.id}/${setId}` })).json(),
      );
      // The ordinary certificate in English, or "none of these", which comes last.
      const options = set.questions[0]?.questionOptions ?? [];
      const isOrdinary = ({ formsToComplete = [] }: (typeof options)[number]) =>
        formsToComplete.length === 1 && ["W4101", "AL101"].includes(formsToComplete[0]?.id ?? "");
      const chosen = options.find(isOrdinary) ?? options.at(-1);
      required.push(...(chosen?.formsToComplete ?? []).map(({ id }) => id));
      const { navigation } = set;
      setId =
        navigation.navigationType === "CONSTANT"
          ? navigation.navigationMapping.nextQuestionSetId
          : navigation.navigationMappings[String(chosen?.value)]?.nextQuestionSetId;
    }
  }
  expect(required).toEqual(["W4101", "AL101"]);

  const sets = new Map<string, QuestionSet>();
  for (const id of ["QS1", "QS2", "QS3"]) {
    const url = `/v1/formQuestionSet/AL101/${id}?formVersion=2025.4.0`;
    sets.set(id, onlySet((await call({ url })).json()));
  }
  const { end, fields } = interview(sets, { filingStatus: "SINGLE", dependents: 1 });
  expect(end).toBe("COMPLETE");
  for (const signForm of ["PREVIEW", "SIGN_EXTERNALLY", "SIGN"]) {
    const response = await call({
      method: "POST",
      url: "/v1/fillPdf",
      payload: { ...fillAlabama, fields, signForm },
    });
    expect(response.statusCode).toBe(200);
    const filled = only("FillPdfResponse", response.json<FillPdfResponse>());
    expect(Buffer.from(filled.pdf, "base64").toString("latin1", 0, 5)).toBe("%PDF-");
    expect(filled.taxParameters).toEqual([
      { id: "AL.filingStatus", value: "S", valueType: "code" },
      { id: "AL.dependents", value: "1", valueType: "integer" },
      { id: "AL.additionalWithholding", value: "0.00", valueType: "dollarAmount" },
      { id: "AL.isExempt", value: "false", valueType: "boolean" },
    ]);
  }
});
