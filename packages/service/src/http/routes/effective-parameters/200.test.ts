import { readFileSync } from "node:fs";
import type {
  CatalogEntry,
  EffectiveParametersRequest,
  EffectiveParametersResponse,
} from "@withholding-forms/contract";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const { call } = await startTestServer();
const forms = (await call({ url: "/v1/getAllFormsCatalog" })).json<readonly CatalogEntry[]>();

/** Of `histories.yaml`: everything is text. */
interface Story {
  readonly is: string;
  readonly date: string;
  readonly certificates: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly situations?: readonly string[];
  readonly now?: Readonly<Record<string, string>>;
  readonly ended?: readonly string[];
  readonly upcoming?: readonly string[];
  readonly missing?: readonly string[];
}

const stories = parse(readFileSync(new URL("histories.yaml", import.meta.url), "utf8"), {
  schema: "failsafe",
}) as readonly Story[];

function requestOf({ date, certificates, situations }: Story): EffectiveParametersRequest {
  return {
    date,
    certificates: Object.entries(certificates).map(([title, values]) => {
      const [, formId = "", version, signedAt = "", acted] =
        /^(\w+)(?:@(\S+))? (\S+)(?: acted (\S+))?/.exec(title) ?? [];
      const formVersion = version ?? forms.find((form) => form.id === formId)?.version ?? "";
      return {
        formId,
        formVersion,
        signedAt,
        ...(acted === undefined ? {} : { employerActedAt: acted }),
        ...(title.endsWith(" PENSION") ? { paymentType: "PENSION" as const } : {}),
        taxParameters: Object.entries(values).map(([id, value]) => ({ id, value })),
      };
    }),
    ...(situations === undefined ? {} : { situations: situations.map(situationOf) }),
  };
}

function situationOf(line: string) {
  const [places = "", formIds = ""] = line.split(": ");
  const [from = "", homeState = "", ...workStates] = places.split(" ");
  return { from, homeState, workStates, formIds: formIds.split(" ") };
}

function toldAs({ parameters, ended, upcoming, missing }: EffectiveParametersResponse) {
  return {
    now: Object.fromEntries(
      parameters.map(({ id, value, formId, signedAt, endsOn, paymentType }) => [
        `${id}${paymentType === undefined ? "" : ` ${paymentType}`}`,
        `${value} ${formId} ${signedAt}${endsOn === undefined ? "" : ` until ${endsOn}`}`,
      ]),
    ),
    ended: ended.map(({ formId, signedAt, reason, by, endedOn, parameters: ids }) => {
      const who = by === undefined ? "" : reason === "WAITS_FOR" ? ` ${by}` : ` by ${by}`;
      return `${formId} ${signedAt} ${reason}${who}${endedOn === undefined ? "" : ` until ${endedOn}`}: ${ids.join(" ")}`;
    }),
    upcoming: upcoming.map(
      ({ date, change, formId, signedAt, parameters: ids }) =>
        `${date} ${change} ${formId} ${signedAt}: ${ids.join(" ")}`,
    ),
    missing: missing.map(
      ({ neededBy, formIds, formName }) => `${neededBy} needs ${[...formIds, formName].join(" ").trim()}`,
    ),
  };
}

async function effective(payload: object, headers: Record<string, string> = {}) {
  return call({ method: "POST", url: "/v1/effective-parameters", payload, headers });
}

describe("what payroll uses", () => {
  test.each(stories)("$is", async (story) => {
    const response = await effective(requestOf(story));
    expect(response.json()).toMatchObject({ date: story.date });
    const { now = {}, ended = [], upcoming = [], missing = [] } = story;
    expect(toldAs(response.json<EffectiveParametersResponse>())).toEqual({ now, ended, upcoming, missing });
  });
});

const story = { date: "2026-06-01", certificates: [] };
const certificate = {
  formId: "NE101",
  formVersion: "2022.1.0",
  taxParameters: [{ id: "NE.allowances", value: "1" }],
};

const signed = (signedAt: string, value: string) => ({
  ...certificate,
  signedAt,
  taxParameters: [{ id: "NE.allowances", value }],
});

test("an instant is the day of the employee's time zone", async () => {
  const certificates = [{ ...certificate, signedAt: "2026-03-01T02:00:00Z" }];
  const dayIn = async (timezone: string) =>
    (await effective({ ...story, certificates }, { timezone })).json().parameters[0].signedAt;
  expect(await dayIn("America/Chicago")).toBe("2026-02-28");
  expect(await dayIn("UTC")).toBe("2026-03-01");
});

test("of two signatures on one day the later one counts, in any order", async () => {
  const certificates = [
    signed("2026-03-01T15:00:00Z", "3"),
    signed("2026-03-01T10:00:00Z", "2"),
    signed("2026-03-01", "1"),
  ];
  for (const list of [certificates, certificates.toReversed()])
    expect((await effective({ ...story, certificates: list })).json().parameters).toMatchObject([
      { value: "3" },
    ]);
});

test("a signature without a time is the earlier one of its day, also east of Greenwich", async () => {
  // Eight in the morning of March 1 in Tokyo.
  const certificates = [signed("2026-02-28T23:00:00Z", "2"), signed("2026-03-01", "1")];
  const response = await effective({ ...story, certificates }, { timezone: "Asia/Tokyo" });
  expect(response.json().parameters).toMatchObject([{ value: "2" }]);
});

test("what names nothing, and what is no day, is rejected with its place", async () => {
  const wrong = [
    { ...certificate, formId: "NE999", signedAt: "2026-03-01" },
    { ...certificate, formVersion: "1.0.0", signedAt: "2026-03-01" },
    { ...certificate, signedAt: "2026-02-30" },
    { ...certificate, signedAt: "2026-03-01", employerActedAt: "2026-03-01T25:00:00Z" },
    {
      ...certificate,
      signedAt: "2026-03-01",
      taxParameters: [
        { id: "IA.isExempt", value: "true" },
        { id: "NE.exemptExpires", value: "soon" },
      ],
    },
  ];
  const situations = [{ from: "2026-13-01", homeState: "NE", workStates: [], formIds: [] }];
  const response = await effective({ date: "2026-02-29", certificates: wrong, situations });
  expect(response.statusCode).toBe(422);
  const found = response.json<{ errors: { pointer: string; code: string; message: string }[] }>().errors;
  expect(found.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
    "/date INVALID",
    "/situations/0/from INVALID",
    "/certificates/0/formId UNKNOWN",
    "/certificates/1/formVersion UNKNOWN",
    "/certificates/2/signedAt INVALID",
    "/certificates/3/employerActedAt INVALID",
    "/certificates/4/taxParameters/0/id UNKNOWN",
    "/certificates/4/taxParameters/1/value INVALID",
  ]);
  expect(found.slice(1, 4).map(({ message }) => message)).toEqual([
    "Enter a date as YYYY-MM-DD, such as 2026-01-01.",
    "No form has this ID.",
    "This form has no such version.",
  ]);
});

test("a member of another shape is rejected with its own place and what it should be", async () => {
  const situations = [{ from: "1/1/2026", homeState: "Ontario", workStates: [], formIds: [] }];
  const response = await effective({ ...story, situations });
  expect(response.json()).toMatchObject({
    errors: [
      { pointer: "/situations/0/from", message: "Enter a date as YYYY-MM-DD, such as 2026-01-01." },
      {
        pointer: "/situations/0/homeState",
        message: "Send the two-letter abbreviation of a state, province, or territory, such as AL or ON.",
      },
    ],
  });
});

test("the largest history is answered at once", async () => {
  // As many certificates as a body can have, each of another day.
  const certificates = Array.from({ length: 120 }, (_, index) => ({
    formId: "MD101",
    formVersion: "2025.7.0",
    signedAt: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    taxParameters: ["MD.isExempt", "MD.exemptReason", "MD.county"].map((id) => ({ id, value: "01" })),
  }));
  const response = await effective({ date: "2025-01-01", certificates });
  expect(response.json<EffectiveParametersResponse>().upcoming).toHaveLength(239);
});
