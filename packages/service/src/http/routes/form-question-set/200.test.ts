import { smallCatalog } from "@withholding-forms/testing/catalog/small-catalog";
import { startTestServer, testTime } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const live = await startTestServer();
/** AL101 2025.4.0 is current on this day, whatever is published later. */
const longAgo = new Date("2025-05-02T12:00:00Z");
const small = await startTestServer({ options: { catalog: await smallCatalog() } });

const set = async (path: string, language = "en", { call } = path.startsWith("TS") ? small : live) => {
  const response = await call({
    url: `/v1/formQuestionSet/${path}`,
    headers: { "accept-language": language },
  });
  expect(response.statusCode).toBe(200);
  return response;
};

test("a question set has every field of the specification", async () => {
  live.setTime(longAgo);
  const response = await set("AL101/QS2?formVersion=2025.4.0");
  expect(response.json()).toEqual({
    id: "QS2",
    breadcrumbTitle: "Dependents",
    questions: [
      {
        id: "dependents",
        questionText:
          "How many dependents, other than your spouse, do you support by more than half this year?",
        validationRegex: "^[0-9]{1,2}$",
        validationErrorMessage: "Enter a whole number from 0 to 99.",
        htmlType: "INPUT",
        displayType: "INTEGER",
        required: { whenRequired: "ALWAYS" },
        isCalculated: false,
        valueType: "number",
        notes: [
          {
            htmlType: "UNORDERED_LIST",
            suggestedPlacement: "BELOW_QUESTION",
            optionalLabel: expect.any(String),
            listItems: expect.any(Array),
          },
        ],
        checks: [
          {
            formula: expect.any(String),
            message: "A head of family must have at least one qualifying dependent.",
          },
        ],
      },
    ],
    navigation: {
      navigationType: "CONSTANT",
      navigationMapping: { hasMoreQuestions: true, nextQuestionSetId: "QS3" },
    },
  });
  live.setTime(testTime);
});

test("a suggestion names all editions of the form that it follows from", async () => {
  const { questions } = (await set("ME101/QS2?formVersion=2025.12.0")).json();
  expect(questions.find(({ id }: { id: string }) => id === "allowanceDependents").suggest).toEqual([
    {
      formIds: ["W4101", "W4101SP"],
      when: "qualifyingChildren + otherDependents > 0",
      value: "qualifyingChildren + otherDependents",
    },
  ]);
});

test("variable navigation names its question and covers its options", async () => {
  const { navigation } = (await set("AL101/QS1?formVersion=2025.4.0")).json();
  expect(navigation.navigationType).toBe("VARIABLE");
  expect(navigation.questionId).toBe("filingStatus");
  expect(navigation.navigationMappings.ZERO).toEqual({ hasMoreQuestions: true, nextQuestionSetId: "QS3" });
});

test("the last set carries the perjury statement", async () => {
  const { navigation } = (await set("AL101/QS3?formVersion=2025.4.0")).json();
  expect(navigation.navigationMapping).toEqual({
    hasMoreQuestions: false,
    perjuryStatement: expect.stringContaining("Under penalties of perjury"),
  });
});

test.each([
  ["en", "No form version was sent, so the latest version, 2026.1.0, was used."],
  ["es", "No se envió ninguna versión del formulario, por lo que se usó la más reciente, 2026.1.0."],
  ["fr", "Aucune version du formulaire n'a été envoyée; la plus récente, 2026.1.0, a donc été utilisée."],
])("without a version the latest is used, with a warning in %s", async (language, words) => {
  const response = await set("TS101/QS1", language);
  expect(response.json().notice).toEqual({ type: "WARNING", message: expect.stringContaining(words) });
  expect(response.headers["deprecation"]).toBeUndefined();
});

test("a deprecated version says which one is current and since when", async () => {
  small.setTime(new Date("2026-03-01T12:00:00Z"));
  const response = await set("TS101/QS1?formVersion=2025.1.0");
  expect(response.json().notice).toEqual({
    type: "DEPRECATION",
    message: "Version 2025.1.0 of this form is deprecated. The current version is 2026.1.0.",
  });
  // 2026-01-01T00:00:00Z, the day its successor took effect.
  expect(response.headers["deprecation"]).toBe("@1767225600");
});

test("the current version, however it is spelled, carries no notice", async () => {
  for (const version of ["2026.1.0", "2026.01.0", "2026.01.00"]) {
    expect((await set(`TS102/QS1?formVersion=${version}`)).json()).not.toHaveProperty("notice");
  }
});

test("a scheduled version can be requested before its day and becomes the latest on it, without a restart", async () => {
  small.setTime(new Date("2025-12-31T23:59:59Z"));
  expect((await set("TS101/QS1")).json().notice.message).toContain("2025.1.0");
  expect((await set("TS101/QS1?formVersion=2025.1.0")).json()).not.toHaveProperty("notice");
  expect((await set("TS101/QS1?formVersion=2026.1.0")).json()).not.toHaveProperty("notice");
  small.setTime(new Date("2026-01-01T00:00:00Z"));
  expect((await set("TS101/QS1")).json().notice.message).toContain("2026.1.0");
  expect((await set("TS101/QS1?formVersion=2025.1.0")).json().notice.type).toBe("DEPRECATION");
});

test("federal values that are already known change the sets of a form that follows them", async () => {
  const ids = async (query: string): Promise<string[]> =>
    (await set(`NM101/QS1?formVersion=2025.12.0${query}`))
      .json()
      .questions.map(({ id }: { id: string }) => id);
  expect(await ids("&hasFederalValues=true")).toEqual(["adjustFederalValues"]);
  expect(await ids("&hasFederalValues=false")).not.toContain("adjustFederalValues");
  expect(await ids("")).toEqual(await ids("&hasFederalValues=false"));
});

test("images of pages have addresses that can be fetched", async () => {
  const { notes } = (await set("W4101/QS6?formVersion=2025.12.0")).json();
  const image = notes.find(({ htmlType }: { htmlType: string }) => htmlType === "IMAGE");
  expect(image).toEqual({
    htmlType: "IMAGE",
    href: "https://forms.example.com/images/W4101/2025.12.0/5.png",
    suggestedPlacement: "ABOVE_ALL_QUESTIONS",
    optionalLabel: expect.any(String),
  });
});

test("texts come in the asked language", async () => {
  const { questions } = (await set("AL101/QS2?formVersion=2025.4.0", "fr-CA, en;q=0.5")).json();
  expect(questions[0].questionText).toContain("personnes à charge");
  expect(questions[0].validationErrorMessage).toBe("Entrez un nombre entier de 0 à 99.");
});

test("a notice for the employee comes with every set, also where the version was asked for before", async () => {
  const own = "Give your employer a new certificate every January.";
  const sent = "AR103/QS1?formVersion=2014.4.0";
  expect((await set(sent)).json().notice).toEqual({ type: "WARNING", message: own });
  const { message } = (await set("AR103/QS1")).json().notice;
  expect(message).toMatch(/^No form version was sent/);
  expect(message.endsWith(` ${own}`)).toBe(true);
  expect((await set(sent)).json().notice.message).toBe(own);
  expect((await set("AR103/QS2?formVersion=2014.4.0", "fr")).json().notice.message).toMatch(
    /^Remettez à votre employeur un nouveau certificat/,
  );
});

test("a notice for the employer does not come with the employee's sets", async () => {
  expect((await set("W8101/QS1?formVersion=2018.9.0")).json()).not.toHaveProperty("notice");
});

test("a form for a year that is over warns, also without a version", async () => {
  small.setTime(new Date("2026-12-31T12:00:00Z"));
  expect((await set("TS101/QS1?formVersion=2026.1.0")).json()).not.toHaveProperty("notice");
  expect((await set("TS101/QS1")).json().notice.message).toContain("No form version was sent");
  small.setTime(new Date("2027-01-01T12:00:00Z"));
  for (const path of ["TS101/QS1?formVersion=2026.1.0", "TS101/QS1"])
    expect((await set(path)).json().notice).toEqual({
      type: "WARNING",
      message:
        "This form is for 2026, which has ended. Use the form for the current year if the agency has published one.",
    });
  expect((await set("TS102/QS1?formVersion=2026.1.0")).json()).not.toHaveProperty("notice");
});

test("a set that can be answered without opening it says how, in the asked language", async () => {
  expect((await set("W4101/QS8?formVersion=2025.12.0", "es")).json().express).toEqual({
    place: "PAGE",
    statement: "Reclamo hijos, otros dependientes u otros créditos (paso 3)",
    // Nothing about the income, which the employee did not state.
    answers: {},
  });
  expect((await set("W4101/QS3?formVersion=2025.12.0")).json()).not.toHaveProperty("express");
});
