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
