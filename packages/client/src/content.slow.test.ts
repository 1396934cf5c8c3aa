import { type FormVersion, loadCatalog } from "@withholding-forms/catalog";
import { type WrittenCase, writtenCases } from "@withholding-forms/testing/catalog/written-cases";
import { john, zoe } from "@withholding-forms/testing/people/client";
import { describe, expect, it } from "vitest";
import { type Answers, type FormSource, type Person, taxParametersOf, walk } from "./index.js";

const day = "2026-11-16";
const catalog = loadCatalog();

const forms = writtenCases.flatMap(({ id, version, cases }) => {
  const found = catalog.find(id, version, day);
  return typeof found === "string" ? [] : [{ name: `${id} ${version}`, form: found.form, cases }];
});

/** An employee who lives where the case says. */
function personOf({ country }: FormVersion, one: WrittenCase): Person & { readonly region: string } {
  if (country === "CA") return { ...zoe, region: zoe.employee.address.provinceTerritory };
  const { address } = john.employee;
  const state = one.region ?? address.state;
  return { ...john, employee: { ...john.employee, address: { ...address, state } }, region: state };
}

const isDate = (answer: unknown): boolean => /^\d{4}-\d\d-\d\d$/.test(String(answer));

/** The sets straight from the catalog: the service sends the same ones. */
const sourceOf = (form: FormVersion): FormSource => ({
  formQuestionSet: async (_formId, id, { language = "en", hasFederalValues = false }) => {
    const set = form.questionSet(id, language, hasFederalValues);
    if (set === undefined) throw new Error(`no set ${id}`);
    return set;
  },
});

describe("every case of the content ends for the client as for the service", () => {
  it("finds cases", () => {
    expect(forms.length).toBeGreaterThan(20);
  });

  it.each(forms)("$name", async ({ form, cases }) => {
    for (const one of cases) {
      const { employee, employer, region } = personOf(form, one);
      const complete = (fields: Answers) =>
        form.complete({
          employee: employee as Readonly<Record<string, unknown>>,
          employer: employer as Readonly<Record<string, unknown>> | undefined,
          fields,
          federalValues: one.federalValues,
          mode: "PREVIEW",
          language: "en",
          instant: new Date(`${one.today ?? day}T12:00:00Z`),
          timeZone: "UTC",
        });
      const expected = complete(one.answers as Answers);
      const journey = await walk(sourceOf(form), {
        formId: form.id,
        hasFederalValues: one.federalValues !== undefined,
        answers: one.answers as Answers,
        region,
        at: "END",
      });
      const { status, problems, path, perjuryStatement, values } = journey.view;
      if (expected.outcome === "REFUSED") {
        const refused = expected.problems.map(({ questionId, code }) => `${questionId} ${code}`);
        const ofAnswers = expected.problems.filter(({ pointer }) => pointer.startsWith("/fields/"));
        // Answers to unknown questions are not sent. The service checks federal values and dates against the signature's.
        const unknown = ofAnswers.every(
          ({ code, questionId }) =>
            ["UNKNOWN", "EXPIRED", "TOO_EARLY"].includes(code) ||
            (code === "CHECK" && isDate(one.answers[questionId ?? ""]) && problems.length === 0),
        );
        expect(status, one.case).toBe(unknown ? "COMPLETE" : "ASKING");
        for (const { questionId, code } of problems) expect(refused).toContain(`${questionId} ${code}`);
        expect(problems.length > 0, one.case).toBe(!unknown);
        continue;
      }
      expect(status, one.case).toBe(expected.outcome);
      expect(
        path.map(({ questionSetId }) => questionSetId),
        one.case,
      ).toEqual(expected.walk.path);
      if (expected.outcome === "INELIGIBLE") continue;
      expect(perjuryStatement, one.case).toBe(expected.walk.perjuryStatement);
      // What a client can calculate before the form is filled is what the service then returns.
      const parameters = form.taxParameters("en");
      const calculated = new Set(parameters.flatMap(({ id, calculation }) => (calculation ? [id] : [])));
      expect(taxParametersOf({ taxParameters: [...parameters] }, values), one.case).toEqual(
        expected.taxParameters.filter(({ id }) => calculated.has(id)),
      );
      const { fields } = journey.body({
        employee,
        ...(one.federalValues === undefined ? {} : { federalValues: one.federalValues as never }),
      });
      const sent = complete(fields);
      expect(sent, one.case).toMatchObject({
        outcome: "COMPLETE",
        ignoredFields: [],
        taxParameters: expected.taxParameters,
        printed: expected.printed,
      });
    }
  });
});
