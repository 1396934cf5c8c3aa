import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type FormVersion, loadCatalog } from "@withholding-forms/catalog";
import { john, zoe } from "@withholding-forms/testing/people/client";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Answers, type FormSource, type Person, taxParametersOf, walk } from "./index.js";

/** A case that a content author wrote: answers and the expected results. */
interface Case {
  readonly case: string;
  readonly answers: Answers;
  readonly federalValues?: Readonly<Record<string, unknown>>;
  readonly today?: string;
  /** State or province of the home address. */
  readonly region?: string;
}

const content = fileURLToPath(new URL("../../../content", import.meta.url));
const day = "2026-11-16";
const catalog = loadCatalog();

const forms = readdirSync(content, { recursive: true, encoding: "utf8" })
  .filter((path) => basename(path) === "cases.yaml")
  .sort()
  .flatMap((path) => {
    const folder = dirname(path);
    const found = catalog.find(basename(dirname(folder)), basename(folder), day);
    // An entry without answers removes an inherited case; what comes of figures is known only once it is compiled.
    const cases = (parse(readFileSync(join(content, path), "utf8")) as readonly Case[]).filter(
      ({ answers, today = "" }) => answers !== null && !today.includes("{{"),
    );
    return typeof found === "string" ? [] : [{ name: folder, form: found.form, cases }];
  });

/** An employee who lives where the case says. */
function personOf({ country }: FormVersion, one: Case): Person & { readonly region: string } {
  if (country === "CA") return { ...zoe, region: zoe.employee.address.provinceTerritory };
  const { address } = john.employee;
  const state = one.region ?? address.state;
  return { ...john, employee: { ...john.employee, address: { ...address, state } }, region: state };
}

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
      const expected = complete(one.answers);
      const journey = await walk(sourceOf(form), {
        formId: form.id,
        hasFederalValues: one.federalValues !== undefined,
        answers: one.answers,
        region,
        at: "END",
      });
      const { status, problems, path, perjuryStatement, values } = journey.view;
      if (expected.outcome === "REFUSED") {
        const refused = expected.problems.map(({ questionId, code }) => `${questionId} ${code}`);
        const ofAnswers = expected.problems.filter(({ pointer }) => pointer.startsWith("/fields/"));
        const unknown = ofAnswers.every(({ code }) => ["UNKNOWN", "EXPIRED", "TOO_EARLY"].includes(code));
        // Answers to unknown questions are not sent. The service checks federal values and the signature date.
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
