import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { call } = await startTestServer();
const url = "/v1/flowQuestionSet/AL_RESIDENT/QS1";

test("the options of a flow's question carry the forms to complete", async () => {
  const response = await call({ url });
  expect(response.statusCode).toBe(200);
  const set = response.json();
  expect(set).toMatchObject({
    id: "QS1",
    breadcrumbTitle: "About you",
    questions: [
      { id: "alGuidedQ1", htmlType: "INPUT", displayType: "RADIO", required: { whenRequired: "ALWAYS" } },
    ],
    navigation: { navigationType: "CONSTANT", navigationMapping: { hasMoreQuestions: false } },
  });
  const forms = set.questions[0].questionOptions.map(
    ({ formsToComplete }: { formsToComplete: { id: string }[] }) => formsToComplete.map(({ id }) => id),
  );
  expect(forms).toEqual([["AL102"], ["AL101"], ["AL101SP"]]);
  expect(set.questions[0].questionOptions[1].formsToComplete[0]).toEqual({
    id: "AL101",
    name: "A4",
    title: "Employee's Withholding Tax Exemption Certificate",
    formVersion: expect.any(String),
    formLocality: "AL",
    formType: "RESIDENT",
    initialQuestionSet: "QS1",
  });
});

test("another language changes words, not structure", async () => {
  const english = (await call({ url })).json();
  for (const language of ["es", "fr"]) {
    const response = await call({ url, headers: { "accept-language": language } });
    expect(response.headers["content-language"]).toBe(language);
    const other = response.json();
    expect(other.questions[0].questionText).not.toBe(english.questions[0].questionText);
    expect(shape(other)).toEqual(shape(english));
  }
});

/** Everything but the words. */
function shape(value: unknown, key = ""): unknown {
  const words = ["questionText", "label", "text", "breadcrumbTitle", "validationErrorMessage"];
  if (words.includes(key)) return typeof value;
  if (Array.isArray(value)) return value.map((item) => shape(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shape(member, name)]));
}
