import { startService } from "@withholding-forms/testing/client/service";
import { alabama, john, phoenix } from "@withholding-forms/testing/people/client";
import { describe, expect, it, vi } from "vitest";
import {
  createClient,
  type FlowJourney,
  type FormJourney,
  type FormStart,
  JourneyError,
  NetworkError,
  pdfBytes,
  type Question,
  type QuestionSet,
  walk,
} from "./index.js";

const service = await startService();
const client = createClient({ baseUrl: service.baseUrl, apiKey: service.apiKey });

const al101: FormStart = { formId: "AL101", formVersion: "2025.4.0", initialQuestionSet: "QS1" };
const ids = ({ view }: FormJourney | FlowJourney): string[] =>
  view.path.map(({ questionSetId }) => questionSetId);
const asked = ({ view }: FormJourney): string[] => view.questions.map(({ question }) => question.id);

describe("a whole journey", () => {
  it("goes from addresses over flows and forms to completed PDFs", async () => {
    const { flows } = await client.guidedFlows(alabama);
    const forms = [];
    for (const flow of flows) {
      const journey = await walk(client, { flow });
      const [choice] = journey.view.questions;
      journey.answer({ [choice?.question.id ?? ""]: "english" });
      const { status, formsToComplete } = await journey.next();
      expect(status).toBe("COMPLETE");
      forms.push(...formsToComplete);
    }
    expect(forms.map(({ id }) => id)).toEqual(["W4101", "AL101"]);

    const [federal, state] = await Promise.all(
      forms.map(({ id, formVersion, initialQuestionSet }) =>
        walk(client, { formId: id, formVersion, initialQuestionSet }),
      ),
    );
    if (federal === undefined || state === undefined) throw new Error("no forms");

    // Married, two jobs; two children and other credits: 2 times 2200 and 300.
    federal.answer({ isNra: false });
    await federal.next();
    federal.answer({ isExempt: false });
    await federal.next();
    federal.answer({ filingStatus: "MARRIED_FILING_JOINTLY" });
    await federal.next();
    federal.answer({ multipleJobsOption: "TWO_JOBS_BOX" });
    await federal.next();
    federal.answer({ completeSteps3To4bHere: true });
    await federal.next();
    federal.answer({ incomeWithinCreditLimit: true, qualifyingChildren: "2", otherCredits: "300" });
    expect(federal.view.values.get("dependentsAmt")?.toString()).toBe("4700");
    expect(federal.view.questions.find(({ question }) => question.id === "dependentsAmt")?.text).toBe(
      "$4,700",
    );
    await federal.next();
    federal.answer({ otherAdjustmentsSurvey: false });
    await federal.next();
    federal.answer({ useDeductionsWorksheet: false });
    await federal.next();
    await federal.next();
    expect(federal.view.status).toBe("COMPLETE");
    expect(ids(federal)).toEqual(["QS1", "QS2", "QS3", "QS4", "QS7", "QS8", "QS9", "QS10", "QS12"]);
    expect(federal.view.perjuryStatement).toContain("penalties of perjury");

    state.answer({ filingStatus: "SINGLE" });
    await state.next();
    state.answer({ dependents: 1 });
    await state.next();
    await state.next();
    expect(state.view.status).toBe("COMPLETE");

    const filled = await client.fillPdf(federal.body({ ...john, signForm: "SIGN" }));
    expect(filled.ignoredFields).toEqual([]);
    expect(filled.taxParameters).toContainEqual({
      id: "FED.dependentsAmt",
      value: "4700.00",
      valueType: "dollarAmount",
    });
    expect(Buffer.from(pdfBytes(filled).subarray(0, 5)).toString()).toBe("%PDF-");
    const alabamaFilled = await client.fillPdf(state.body(john));
    expect(alabamaFilled.taxParameters.map(({ id, value }) => [id, value])).toEqual([
      ["AL.filingStatus", "S"],
      ["AL.dependents", "1"],
      ["AL.additionalWithholding", "0.00"],
      ["AL.isExempt", "false"],
    ]);
  });
});

describe("a journey through a form", () => {
  it("starts at the first set of the latest version and stays on that version", async () => {
    const journey = await walk(client, { formId: "W4101" });
    expect(journey.formVersion).toBe("2025.12.0");
    expect(journey.view).toMatchObject({ status: "ASKING", language: "en" });
    // Nothing says that the version is old, and what the operator has to do is not for employees.
    expect(journey.view.set.notice).toBeUndefined();
    const before = service.requests.length;
    journey.answer({ isNra: true });
    await journey.next();
    expect(service.requests.slice(before)).toEqual([
      "GET /v1/formQuestionSet/W4101/QS13?formVersion=2025.12.0&hasFederalValues=false",
    ]);
  });

  it("does not continue while an answer is missing or wrong, and shows the question's message", async () => {
    const journey = await walk(client, al101);
    const view = await journey.next();
    expect(view.set.id).toBe("QS1");
    expect(view.problems).toMatchObject([{ questionId: "filingStatus", code: "REQUIRED" }]);
    expect(view.problems[0]?.message).toBe(view.set.questions[0]?.validationErrorMessage);
    expect(view.questions[0]?.problem).toBe(view.problems[0]);
    journey.answer({ filingStatus: "WIDOW" });
    expect((await journey.next()).problems).toMatchObject([{ questionId: "filingStatus", code: "INVALID" }]);
    journey.answer({ filingStatus: "HEAD_OF_FAMILY" });
    await journey.next();
    journey.answer({ dependents: "0" });
    const checked = await journey.next();
    expect(checked.set.id).toBe("QS2");
    expect(checked.problems).toEqual([
      {
        questionId: "dependents",
        code: "CHECK",
        message: "A head of family must have at least one qualifying dependent.",
      },
    ]);
  });

  it("keeps answers when going back, and sends only those on the path", async () => {
    const journey = await walk(client, al101);
    journey.answer({ filingStatus: "MARRIED" });
    await journey.next();
    journey.answer({ dependents: "3" });
    await journey.next();
    journey.answer({ additionalWithholding: "25.50" });
    expect(journey.back().set.id).toBe("QS2");
    expect(journey.view.questions[0]?.answer).toBe("3");
    journey.back();
    journey.answer({ filingStatus: "ZERO" });
    expect((await journey.next()).set.id).toBe("QS3");
    await journey.next();
    expect(ids(journey)).toEqual(["QS1", "QS3"]);
    const body = journey.body(john);
    expect(body.fields).toEqual({ filingStatus: "ZERO", additionalWithholding: "25.50" });
    expect((await client.fillPdf(body)).ignoredFields).toEqual([]);
    journey.goTo("QS1");
    journey.answer({ filingStatus: "SINGLE" });
    const onwards = await journey.advance();
    expect(onwards.status).toBe("COMPLETE");
    expect(journey.body(john).fields).toEqual({
      filingStatus: "SINGLE",
      dependents: "3",
      additionalWithholding: "25.50",
    });
  });

  it("stays at the first set if there is nothing to go back to", async () => {
    const journey = await walk(client, al101);
    expect(journey.back().set.id).toBe("QS1");
  });

  it("returns to the last set from the end", async () => {
    const journey = await walk(client, { ...al101, answers: { filingStatus: "ZERO" }, at: "END" });
    expect(journey.view.status).toBe("COMPLETE");
    expect(journey.back()).toMatchObject({ status: "ASKING", set: { id: "QS3" } });
    expect((await journey.next()).status).toBe("COMPLETE");
    expect((await journey.next()).status).toBe("COMPLETE");
  });

  it("returns to an earlier set when its answer is changed to a wrong one", async () => {
    const journey = await walk(client, {
      ...al101,
      answers: { filingStatus: "MARRIED", dependents: 1 },
      at: "QS3",
    });
    expect(ids(journey)).toEqual(["QS1", "QS2", "QS3"]);
    expect(journey.answer({ dependents: "many" })).toMatchObject({
      set: { id: "QS2" },
      problems: [{ questionId: "dependents", code: "INVALID" }],
    });
    expect(journey.answer({ dependents: null }).problems).toMatchObject([{ code: "REQUIRED" }]);
  });

  it("shows a dependent question only while it is asked", async () => {
    const journey = await walk(client, { formId: "W4101", answers: { isNra: "false" }, at: "QS2" });
    expect(asked(journey)).toEqual(["isExempt"]);
    journey.answer({ isExempt: "true" });
    expect(asked(journey)).toEqual(["isExempt", "noTaxLastYear", "noTaxThisYear"]);
    journey.answer({ isExempt: "false", noTaxLastYear: "true" });
    expect(asked(journey)).toEqual(["isExempt"]);
    await journey.next();
    expect(journey.view.set.id).toBe("QS3");
  });

  it("shows what depends on an answer of the same set only after that answer", async () => {
    const answers = {
      isNra: "false",
      isExempt: "false",
      filingStatus: "HEAD_OF_HOUSEHOLD",
      multipleJobsOption: "NONE",
      otherAdjustmentsSurvey: "false",
    };
    const journey = await walk(client, { formId: "W4101", answers, at: "QS10" });
    expect(asked(journey)).toEqual(["useDeductionsWorksheet"]);
    journey.answer({ useDeductionsWorksheet: "false" });
    expect(asked(journey)).toEqual(["useDeductionsWorksheet", "deductions"]);
    await journey.next();
    expect(journey.view.set.id).toBe("QS12");
  });

  it("waits for required answers only, also for those that wait themselves", async () => {
    const question = (id: string, when?: string, more: Partial<Question> = {}): Question => ({
      id,
      questionText: id,
      validationRegex: "^[A-Z]+$",
      htmlType: "INPUT",
      displayType: "TEXT",
      isCalculated: false,
      required: when === undefined ? { whenRequired: "ALWAYS" } : { whenRequired: "DEPENDENT", when },
      ...more,
    });
    const set: QuestionSet = {
      id: "QS1",
      breadcrumbTitle: "Zones",
      questions: [
        question("box", undefined, { displayType: "CHECKBOX", validationRegex: "^(?:true|false)$" }),
        question("nickname", undefined, { required: { whenRequired: "NEVER" } }),
        question("zone"),
        question("unless", "not box"),
        question("other", 'nickname != "NONE"'),
        question("town", 'zone != "NONE"'),
        question("street", 'town != "NONE"'),
      ],
      navigation: { navigationType: "CONSTANT", navigationMapping: { hasMoreQuestions: false } },
    };
    const journey = await walk({ formQuestionSet: async () => set }, al101);
    expect(asked(journey)).toEqual(["box", "nickname", "zone", "unless", "other"]);
    journey.answer({ zone: "NORTH" });
    expect(asked(journey)).toEqual(["box", "nickname", "zone", "unless", "other", "town"]);
    journey.answer({ town: "NUUK" });
    expect(asked(journey)).toEqual(["box", "nickname", "zone", "unless", "other", "town", "street"]);
    journey.answer({ zone: "NONE" });
    expect(asked(journey)).toEqual(["box", "nickname", "zone", "unless", "other", "street"]);
  });

  it("ends at INELIGIBLE if an answer leads there, and can go back", async () => {
    const journey = await walk(client, {
      formId: "AZ107",
      answers: { exemptionReason: "MILITARY_SPOUSE", servicememberOrders: false },
      at: "END",
    });
    expect(journey.view.status).toBe("INELIGIBLE");
    expect(journey.view.perjuryStatement).toBeUndefined();
    expect(() => journey.body(john)).toThrow(JourneyError);
    journey.back();
    const answers = { servicememberOrders: true, hereToBeWithSpouse: true };
    expect(journey.answer(answers).status).toBe("ASKING");
    expect((await journey.next()).set.id).toBe("QS3");
  });

  it("fills the variables of the perjury statement, with labels where a choice was made", async () => {
    const journey = await walk(client, {
      formId: "AZ107",
      answers: { exemptionReason: "NONRESIDENT", stateOfResidence: "VA", creditAllowed: true },
      at: "END",
    });
    expect(journey.view.perjuryStatement).toContain("a resident of the state of Virginia and");
    expect(journey.view.perjuryStatement).not.toContain("{{");
    journey.goTo("QS1");
    journey.answer({
      exemptionReason: "NATIVE_AMERICAN",
      reservation: "Gila River",
      tribalAffiliation: "Gila River Indian Community",
      tribalCensusNumber: "A-12",
    });
    const { perjuryStatement } = await journey.advance();
    expect(perjuryStatement).toContain("I live on the Gila River reservation");
    expect(perjuryStatement).toContain("Gila River Indian Community, and");
  });

  it("changes the language in the middle and keeps the answers and the place", async () => {
    const journey = await walk(client, { ...al101, answers: { filingStatus: "MARRIED" }, at: "QS2" });
    const english = journey.view;
    const french = await journey.changeLanguage("fr");
    expect(french.language).toBe("fr");
    expect(french.set.id).toBe("QS2");
    expect(french.path.map(({ title }) => title)).not.toEqual(english.path.map(({ title }) => title));
    expect(french.path[0]?.questions[0]?.text).not.toBe(english.path[0]?.questions[0]?.text);
    expect(french.path[0]?.questions[0]?.answer).toBe("MARRIED");
    journey.answer({ dependents: 2 });
    await journey.advance();
    expect(journey.view.perjuryStatement).not.toContain("Under penalties");
    expect(journey.body(john).fields).toEqual({ filingStatus: "MARRIED", dependents: 2 });
  });

  it("starts in the language of the client", async () => {
    const spanish = createClient({ baseUrl: service.baseUrl, apiKey: service.apiKey, language: "es" });
    expect((await walk(spanish, al101)).view.language).toBe("es");
    expect((await walk(spanish, { ...al101, language: "fr" })).view.language).toBe("fr");
  });

  it("can be saved as plain data and resumed at the same set", async () => {
    const journey = await walk(client, al101);
    journey.answer({ filingStatus: "SINGLE", additionalWithholding: "5" });
    await journey.next();
    const saved = JSON.parse(JSON.stringify(journey.save())) as FormStart;
    const resumed = await walk(client, saved);
    expect(resumed.view).toEqual(journey.view);
    resumed.answer({ dependents: 0 });
    await resumed.advance();
    const again = await walk(client, resumed.save());
    expect(again.view.status).toBe("COMPLETE");
    expect(again.body(john)).toEqual(resumed.body(john));
  });

  it("resumes no further than the answers lead", async () => {
    const journey = await walk(client, { ...al101, answers: { filingStatus: "SINGLE" }, at: "END" });
    expect(journey.view.set.id).toBe("QS2");
    const elsewhere = await walk(client, { ...al101, answers: { filingStatus: "ZERO" }, at: "QS2" });
    expect(elsewhere.view).toMatchObject({ status: "ASKING", set: { id: "QS3" } });
  });

  it("uses federal values, and requires them for the body", async () => {
    const journey = await walk(client, { formId: "NM101", hasFederalValues: true });
    journey.answer({ adjustFederalValues: "false" });
    await journey.next();
    expect(journey.view.status).toBe("COMPLETE");
    expect(() => journey.body(john)).toThrow(JourneyError);
    const federalValues = { filingStatus: "S", isExempt: false, additionalWithholding: 20 };
    const filled = await client.fillPdf(journey.body({ ...john, federalValues }));
    expect(filled.ignoredFields).toEqual([]);
    const plain = await walk(client, { ...al101, answers: { filingStatus: "ZERO" }, at: "END" });
    expect(() => plain.body({ ...john, federalValues })).toThrow(JourneyError);
  });

  it("checks rules about the home address if the region is given, and otherwise leaves them to the service", async () => {
    const start = { formId: "NJ102", answers: { claimType: "PA_RESIDENT" }, at: "END" };
    const inPennsylvania = await walk(client, { ...start, region: "PA" });
    expect(inPennsylvania.view.status).toBe("COMPLETE");
    expect(inPennsylvania.save().region).toBe("PA");
    const inNewYork = await walk(client, { ...start, region: "NY" });
    expect(inNewYork.view).toMatchObject({
      status: "ASKING",
      problems: [{ questionId: "claimType", code: "CHECK" }],
    });
    const nowhere = await walk(client, start);
    expect(nowhere.view.status).toBe("COMPLETE");
    await expect(client.fillPdf(nowhere.body(john))).rejects.toMatchObject({
      errors: [{ questionId: "claimType", code: "CHECK" }],
    });
  });

  it("sends no federal values with a form that does not accept them", async () => {
    const journey = await walk(client, {
      ...al101,
      hasFederalValues: true,
      answers: { filingStatus: "ZERO" },
      at: "END",
    });
    const body = journey.body({ ...john, federalValues: { isExempt: true } });
    expect(body).not.toHaveProperty("federalValues");
    expect((await client.fillPdf(body)).form).toBe("AL101");
  });

  it("accepts null for federal values that do not exist after all", async () => {
    const { formVersion } = await client.formInformation("NM101");
    const source = { formQuestionSet: client.formQuestionSet };
    const start = { formId: "NM101", formVersion, hasFederalValues: true };
    const journey = await walk(source, { ...start, answers: { adjustFederalValues: "false" }, at: "END" });
    expect(journey.body({ ...john, federalValues: { isExempt: true } })).toHaveProperty("federalValues");
    expect(journey.body({ ...john, federalValues: null })).not.toHaveProperty("federalValues");
  });

  it("has no body before the end", async () => {
    const journey = await walk(client, al101);
    expect(() => journey.body(john)).toThrow("The form has no body before the journey is complete.");
  });

  it("only goes back to sets of the path", async () => {
    const journey = await walk(client, al101);
    expect(() => journey.goTo("QS3")).toThrow(JourneyError);
  });

  it("treats two presses on next as one", async () => {
    const journey = await walk(client, { ...al101, answers: { filingStatus: "ZERO" } });
    const [first, second] = await Promise.all([journey.next(), journey.next()]);
    expect(first).toBe(second);
    expect(journey.view).toMatchObject({ status: "ASKING", set: { id: "QS3" } });
  });

  it("does not move if the next set cannot be fetched, and can try again", async () => {
    const broken = vi.fn(client.formQuestionSet);
    const journey = await walk({ ...client, formQuestionSet: broken }, al101);
    journey.answer({ filingStatus: "ZERO" });
    broken.mockRejectedValueOnce(new NetworkError("formQuestionSet", undefined));
    await expect(journey.next()).rejects.toBeInstanceOf(NetworkError);
    expect(journey.view.set.id).toBe("QS1");
    broken.mockRejectedValueOnce(new NetworkError("formQuestionSet", undefined));
    await expect(journey.changeLanguage("fr")).rejects.toBeInstanceOf(NetworkError);
    expect(journey.view.language).toBe("en");
    expect((await journey.next()).set.id).toBe("QS3");
  });
});

describe("a journey through a flow", () => {
  it("follows several sets and collects the forms of the chosen options", async () => {
    const { flows } = await client.guidedFlows({ homeAddress: phoenix, workAddresses: [phoenix] });
    const flow = flows.find(({ id }) => id === "AZ_RESIDENT");
    if (flow === undefined) throw new Error("no flow");
    const journey = await walk(client, { flow, language: "es" });
    expect(journey.flowId).toBe("AZ_RESIDENT");
    journey.answer({ azExemption: "outside" });
    await journey.next();
    expect(journey.view.formsToComplete).toEqual([]);
    journey.answer({ azVoluntary: "true" });
    const { status, formsToComplete } = await journey.next();
    expect(status).toBe("COMPLETE");
    expect(formsToComplete.map(({ id }) => id)).toEqual(["AZ103"]);
    expect(ids(journey)).toEqual(["QS1", "QS2"]);

    const resumed = await walk(client, journey.save());
    expect(resumed.view.formsToComplete).toEqual(formsToComplete);
    resumed.goTo("QS1");
    resumed.answer({ azExemption: "none" });
    expect((await resumed.next()).formsToComplete.map(({ id }) => id)).toEqual(["AZ101"]);
    expect(resumed.view.status).toBe("COMPLETE");
  });

  it("is complete immediately if the flow asks nothing", async () => {
    const form = (await client.forms(alabama)).forms[0];
    if (form === undefined) throw new Error("no form");
    const journey = await walk(client, { flow: { id: "X", formsToComplete: [form] } });
    expect(journey.view).toMatchObject({ status: "COMPLETE", formsToComplete: [{ id: form.id }], path: [] });
    expect(journey.view.set).toBeUndefined();
    expect((await journey.next()).status).toBe("COMPLETE");
    expect(journey.back().status).toBe("COMPLETE");
  });
});
