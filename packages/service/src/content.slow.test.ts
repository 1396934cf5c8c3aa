import { startTestServer, testCatalog, testTime } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

// All content goes through the service once; `call` checks every response against the published API description, so a
// property that the content adds but the description lacks fails here.

const { call } = await startTestServer();
const day = testTime.toISOString().slice(0, 10);
const versions = testCatalog()
  .formIds(day)
  .flatMap((id) => testCatalog().versions(id, day));

/** Sets are numbered, and reached from the first by navigation. */
async function walkSets(start: string, url: (setId: string) => string): Promise<number> {
  const seen = new Set<string>();
  const waiting = [start];
  for (let setId = waiting.pop(); setId !== undefined; setId = waiting.pop()) {
    if (seen.has(setId) || setId === "INELIGIBLE") continue;
    seen.add(setId);
    const response = await call({ url: url(setId) });
    expect([setId, response.statusCode]).toEqual([setId, 200]);
    const { navigation } = response.json();
    const mappings = navigation.navigationMapping
      ? [navigation.navigationMapping]
      : Object.values<{ nextQuestionSetId?: string }>(navigation.navigationMappings);
    waiting.push(...mappings.flatMap(({ nextQuestionSetId }) => nextQuestionSetId ?? []));
  }
  return seen.size;
}

test.each(versions.map(({ id, version }) => [id, version]))(
  "%s %s is published as described",
  async (id, version) => {
    const information = await call({ url: `/v1/fillPdf/${id}?formVersion=${version}` });
    expect(information.statusCode).toBe(200);
    const start = information.json().initialQuestionSetId;
    for (const federal of [false, true]) {
      const count = await walkSets(
        start,
        (setId) => `/v1/formQuestionSet/${id}/${setId}?formVersion=${version}&hasFederalValues=${federal}`,
      );
      expect(count).toBeGreaterThan(0);
    }
  },
);

const flows = [...testCatalog().jurisdictions.keys()].flatMap((code) =>
  [code, `${code}_RESIDENT`, `${code}_NONRESIDENT`, `${code}_CANADA_RESIDENT`].filter(
    (id) => testCatalog().flow(id)?.hasFlowQuestions === true,
  ),
);

test.each(flows)("flow %s is published as described", async (id) => {
  expect(await walkSets("QS1", (setId) => `/v1/flowQuestionSet/${id}/${setId}`)).toBeGreaterThan(0);
});
