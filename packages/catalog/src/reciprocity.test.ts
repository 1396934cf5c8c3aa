import { describe, expect, test } from "vitest";
import { compileContent } from "./authoring/compile/compile.js";
import { contentRoot } from "./authoring/paths.js";
import { applicable } from "./runtime/applicable.js";

/** Written from the fact sheets: what somebody who lives there and works here is answered for the work state. */
const agreements: Readonly<
  Record<
    string,
    { readonly homes: readonly string[]; readonly flow: string; readonly forms?: readonly string[] }
  >
> = {
  IL: { homes: ["IA", "KY", "MI", "WI"], flow: "IL_NONRESIDENT", forms: ["IL102"] },
  IN: { homes: ["KY", "MI", "OH", "PA", "WI"], flow: "IN_NONRESIDENT", forms: ["IN101", "IN102"] },
  ND: { homes: ["MN", "MT"], flow: "ND_NONRESIDENT_RECIPROCAL" },
  NJ: { homes: ["PA"], flow: "NJ_NONRESIDENT_RECIPROCAL" },
  WI: { homes: ["IL", "IN", "KY", "MI"], flow: "WI_NONRESIDENT_RECIPROCAL" },
  WV: { homes: ["KY", "MD", "OH", "PA", "VA"], flow: "WV_NONRESIDENT_RECIPROCAL" },
};

const problems: unknown[] = [];
const compiled = compileContent(contentRoot, (problem) => problems.push(problem));
const places = compiled?.jurisdictions ?? [];
const answer = (home: string, work: string) =>
  applicable(
    places,
    { addressId: "home", country: "US", region: home },
    [{ addressId: "work1", country: "US", region: work }],
    (id) => {
      const form = compiled?.forms.find((parts) => parts.form.id === id)?.form;
      return form === undefined
        ? undefined
        : {
            id,
            name: form.name,
            title: form.title,
            formVersion: form.version,
            formLocality: form.locality,
            formType: form.formType,
            initialQuestionSet: "QS1",
          };
    },
  );

const pairs = Object.entries(agreements).flatMap(([work, { homes }]) =>
  homes.map((home) => [home, work] as const),
);

test("the agreements written here are those of the content", () => {
  const covered = places.filter(({ reciprocity, flows }) => reciprocity.length > 0 && flows.length > 0);
  const listed = covered.map(({ code, reciprocity }) => [code, [...reciprocity].sort()]);
  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries(Object.entries(agreements).map(([code, { homes }]) => [code, [...homes].sort()])),
  );
});

describe.each(pairs)("lives in %s, works in %s", (home, work) => {
  const { flow, forms } = agreements[work]!;

  test("the work state's flow is the one of the agreement", () => {
    const found = answer(home, work).flows.find(({ locality }) => locality === work);
    expect(found?.id).toBe(flow);
    if (forms === undefined) expect(found?.hasFlowQuestions).toBe(true);
    else expect(found?.formsToComplete?.map(({ id }) => id)).toEqual(forms);
  });

  test("the other way round, the home state is the resident's and the work state keeps the agreement", () => {
    const { flows, problems: open } = answer(work, home);
    expect(flows.find(({ locality }) => locality === work)?.id).toBe(`${work}_RESIDENT`);
    const there = agreements[home];
    const found = flows.find(({ locality }) => locality === home);
    if (there === undefined) {
      // Its forms are not in the content yet: said, never silent.
      expect(open).toEqual([{ addressId: "work1", code: "JURISDICTION_NOT_COVERED", jurisdiction: home }]);
    } else if (there.homes.includes(work)) expect(found?.id).toBe(there.flow);
  });
});

test("a home without an agreement gets the ordinary nonresident flow", () => {
  for (const [work, { flow }] of Object.entries(agreements)) {
    const found = answer("TX", work).flows.find(({ locality }) => locality === work);
    expect(found?.id).toBe(`${work}_NONRESIDENT`);
    if (flow === found?.id) expect(found?.hasFlowQuestions).toBe(true);
  }
});
