import { alabama, montgomery, ontario, phoenix } from "@withholding-forms/testing/people/samples";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { call } = await startTestServer();

const flows = async (payload: object) => {
  const response = await call({ method: "POST", url: "/v1/guided-flows", payload });
  expect(response.statusCode).toBe(200);
  return response.json();
};

test("a pension gives the flows of the home for pensions", async () => {
  const { flows: all } = await flows({
    homeAddress: phoenix,
    workAddresses: [montgomery],
    paymentType: "PENSION",
  });
  expect(all.map(({ id }: { id: string }) => id)).toEqual(["FEDERAL_PENSION", "AZ_RESIDENT_PENSION"]);
});

test("home in Alabama and work in Alabama and Arizona gives the flows of the public sample", async () => {
  const {
    flows: all,
    locationData,
    errors,
  } = await flows({
    homeAddress: montgomery,
    workAddresses: [montgomery, phoenix],
  });
  expect(all).toEqual([
    {
      id: "FEDERAL",
      locality: "FEDERAL",
      hasFlowQuestions: true,
      initialQuestionSetId: "QS1",
      localityFullName: "Federal",
    },
    {
      id: "AL_RESIDENT",
      locality: "AL",
      residencyStatus: "RESIDENT",
      hasFlowQuestions: true,
      initialQuestionSetId: "QS1",
      localityFullName: "Alabama",
    },
    {
      id: "AZ_NONRESIDENT",
      locality: "AZ",
      residencyStatus: "NONRESIDENT",
      hasFlowQuestions: true,
      initialQuestionSetId: "QS1",
      localityFullName: "Arizona",
    },
  ]);
  expect(locationData).toHaveLength(3);
  expect(errors).toEqual([]);
});

test("a Canadian province has its own flow next to the federal one", async () => {
  const { flows: all, locationData, errors } = await flows(ontario);
  expect(all).toMatchObject([
    { id: expect.stringContaining("CANADA_FEDERAL"), locality: "CANADA_FEDERAL" },
    {
      id: "ON_CANADA_RESIDENT",
      locality: "ON",
      residencyStatus: "CANADA_RESIDENT",
      localityFullName: "Ontario",
    },
  ]);
  expect(locationData).toEqual([]);
  expect(errors).toEqual([]);
});

test("a flow without questions carries its forms instead of a question set", async () => {
  const { flows: all } = await flows(alabama);
  for (const flow of all) {
    expect("initialQuestionSetId" in flow).toBe(flow.hasFlowQuestions);
    expect("formsToComplete" in flow).toBe(!flow.hasFlowQuestions);
  }
});

test.each(["en", "es", "fr"])("the response says that it is in %s", async (language) => {
  const payload = { homeAddress: montgomery, workAddresses: [phoenix] };
  const headers = { "accept-language": language };
  const response = await call({ method: "POST", url: "/v1/guided-flows", payload, headers });
  expect([response.statusCode, response.headers["content-language"]]).toEqual([200, language]);
});
