import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { call } = await startTestServer();

test.each([
  ["/v1/flowQuestionSet/XX_RESIDENT/QS1", "UNKNOWN_FLOW"],
  ["/v1/flowQuestionSet/al_resident/QS1", "UNKNOWN_FLOW"],
  ["/v1/flowQuestionSet/__proto__/QS1", "UNKNOWN_FLOW"],
  ["/v1/flowQuestionSet/AL_RESIDENT/QS99", "UNKNOWN_QUESTION_SET"],
  ["/v1/flowQuestionSet/AL_RESIDENT/INELIGIBLE", "UNKNOWN_QUESTION_SET"],
  ["/v1/flowQuestionSet/AL_RESIDENT/constructor", "UNKNOWN_QUESTION_SET"],
])("%s is %s", async (url, code) => {
  const response = await call({ url });
  expect(response.statusCode).toBe(404);
  expect(response.json().code).toBe(code);
});
