import { startService } from "@withholding-forms/testing/client/service";
import { alabama, john, ottawa } from "@withholding-forms/testing/people/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  BadRequestError,
  createClient,
  NetworkError,
  NotFoundError,
  ProblemError,
  pdfBytes,
  RateLimitedError,
  RefusedError,
  UnauthorizedError,
  UnavailableError,
} from "./index.js";

const service = await startService();
const { baseUrl, apiKey } = service;
const client = createClient({ baseUrl, apiKey });
const fillAlabama = {
  formId: "AL101",
  formVersion: "2025.4.0",
  ...john,
  fields: { filingStatus: "SINGLE", dependents: 1 },
};
const thrown = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );
const text = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 5)).toString("latin1");

afterEach(() => {
  vi.useRealTimers();
});

describe("every endpoint", () => {
  it("is a call of the client, and there is no other", () => {
    const { paths } = service.description() as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
    };
    const operations = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    // These are calls of the bulk client (bulk.test.ts).
    const bulk = ["bulkFillPdf", "bulkGuidedFlows"];
    expect(operations).toEqual(expect.arrayContaining(["fillPdf", ...bulk]));
    expect([...Object.keys(client), ...bulk].sort()).toEqual(
      ["accessToken", "language", ...operations].sort(),
    );
  });

  it("login", async () => {
    const { accessToken } = await client.login();
    expect(accessToken.split(".")).toHaveLength(3);
  });

  it("login for a browser", async () => {
    const { accessToken } = await client.login({
      scope: "wizard",
      lifetimeSeconds: 300,
      employeeReference: "emp-00417",
    });
    const { iat, exp, employeeReference } = JSON.parse(atob(accessToken.split(".")[1] ?? ""));
    expect([exp - iat, employeeReference]).toEqual([300, "emp-00417"]);
    const browser = createClient({ baseUrl: service.baseUrl, getToken: () => accessToken });
    expect(await browser.formInformation("AL101")).toMatchObject({ id: "AL101" });
    await expect(browser.getAllFormIds()).rejects.toMatchObject({ status: 403, code: "OUT_OF_SCOPE" });
  });

  it("forms", async () => {
    const { forms, locationData, errors } = await client.forms(alabama);
    expect(forms.filter(({ recommended }) => recommended).map(({ id }) => id)).toEqual(["W4101", "AL101"]);
    expect(locationData.map(({ id }) => id)).toEqual(["home", "work1"]);
    expect(errors).toEqual([]);
  });

  it("guidedFlows", async () => {
    const { flows } = await client.guidedFlows(alabama);
    expect(flows.map(({ id, hasFlowQuestions }) => [id, hasFlowQuestions])).toEqual([
      ["FEDERAL", true],
      ["AL_RESIDENT", true],
    ]);
    const canadian = await client.guidedFlows({ homeAddress: ottawa, workAddresses: [ottawa] });
    expect(canadian.flows.map(({ id }) => id)).toEqual(["CANADA_FEDERAL", "ON_CANADA_RESIDENT"]);
    expect(canadian.locationData).toEqual([]);
  });

  it("flowQuestionSet", async () => {
    const set = await client.flowQuestionSet("AL_RESIDENT", "QS1");
    expect(set.questions.map(({ id }) => id)).toEqual(["alGuidedQ1"]);
  });

  it("formQuestionSet, with a version and in another language", async () => {
    const unversioned = await client.formQuestionSet("AL101", "QS1");
    expect(unversioned.notice?.type).toBe("WARNING");
    const set = await client.formQuestionSet("AL101", "QS1", { formVersion: "2025.4.0", language: "fr" });
    expect(set.notice).toBeUndefined();
    expect(set.breadcrumbTitle).not.toBe(unversioned.breadcrumbTitle);
  });

  it("formQuestionSet, with federal values", async () => {
    const ids = async (hasFederalValues: boolean): Promise<string[]> => {
      const set = await client.formQuestionSet("NM101", "QS1", { hasFederalValues });
      return set.questions.map(({ id }) => id);
    };
    expect(await ids(true)).toEqual(["adjustFederalValues"]);
    expect(await ids(false)).not.toContain("adjustFederalValues");
  });

  it("fillPdf", async () => {
    const filled = await client.fillPdf(fillAlabama);
    expect(text(pdfBytes(filled))).toBe("%PDF-");
    expect(filled.taxParameters).toContainEqual({ id: "AL.filingStatus", value: "S", valueType: "code" });
    expect(filled.ignoredFields).toEqual([]);
  });

  it("formInformation", async () => {
    const information = await client.formInformation("AL101");
    expect(information).toMatchObject({ id: "AL101", formVersion: "2025.4.0", initialQuestionSetId: "QS1" });
    const old = await client.formInformation("W4101", { formVersion: "2024.12.0" });
    expect(old.notice?.type).toBe("DEPRECATION");
  });

  it("getAllFormIds and getAllFormsCatalog", async () => {
    expect(await client.getAllFormIds()).toContain("AL101");
    expect(await client.getAllFormsCatalog()).toContainEqual({ id: "AL101", version: "2025.4.0" });
  });

  it("parameters, coverage, and changes", async () => {
    const { parameters } = await client.parameters();
    expect(parameters.find(({ id }) => id === "AL.dependents")).toMatchObject({ valueType: "integer" });
    const { jurisdictions } = await client.coverage();
    expect(jurisdictions.find(({ locality }) => locality === "AL")).toMatchObject({ covered: true });
    const { since, changes } = await client.changes("2014-03-01");
    expect(since).toBe("2014-03-01");
    expect(changes).toContainEqual(expect.objectContaining({ change: "ADDED", formId: "AL101" }));
    await expect(client.changes("soon")).rejects.toBeInstanceOf(BadRequestError);
  });

  it("getPdf", async () => {
    expect(text(await client.getPdf("AL101", { formVersion: "2025.4.0" }))).toBe("%PDF-");
  });

  it("docsConfig", async () => {
    expect(await client.docsConfig()).toMatch(/^openapi: 3\.0\.\d/);
  });
});

describe("tokens", () => {
  it("are fetched once for many requests, and again shortly before the 24 hours end", async () => {
    const begin = Date.parse("2026-11-16T18:30:00Z");
    const clock = (time: number): void => {
      vi.setSystemTime(time);
      service.setTime(new Date(time));
    };
    vi.useFakeTimers({ toFake: ["Date"], now: begin });
    clock(begin);
    const busy = createClient({ baseUrl, apiKey });
    const before = service.count("/authentication/login");
    const logins = (): number => service.count("/authentication/login") - before;
    const many = (): Promise<unknown> => Promise.all(Array.from({ length: 40 }, () => busy.getAllFormIds()));
    await many();
    expect(logins()).toBe(1);
    clock(begin + 23.9 * 60 * 60 * 1000);
    await many();
    expect(logins()).toBe(1);
    clock(begin + (24 * 60 - 4) * 60 * 1000);
    await many();
    expect(logins()).toBe(2);
    // The first token has expired by now.
    clock(begin + 25 * 60 * 60 * 1000);
    await many();
    expect(logins()).toBe(2);
  });

  it("that expired by the service's clock are replaced once for all requests", async () => {
    const begin = new Date("2026-11-20T08:00:00Z");
    service.setTime(begin);
    const late = createClient({ baseUrl, apiKey });
    await late.getAllFormIds();
    const before = service.count("/authentication/login");
    service.setTime(new Date(begin.getTime() + 25 * 60 * 60 * 1000));
    await Promise.all(Array.from({ length: 40 }, () => late.getAllFormIds()));
    expect(service.count("/authentication/login") - before).toBe(1);
  });

  it("of a server reach a browser through getToken, a new one after one was rejected", async () => {
    const server = createClient({ baseUrl, apiKey });
    const inBrowser = createClient({
      baseUrl,
      getToken: (rejectedToken) => server.accessToken({ rejectedToken }),
    });
    const begin = new Date("2026-11-30T08:00:00Z");
    service.setTime(begin);
    expect(await inBrowser.getAllFormIds()).toContain("AL101");
    service.setTime(new Date(begin.getTime() + 25 * 60 * 60 * 1000));
    expect(await inBrowser.getAllFormIds()).toContain("AL101");
  });
});

describe("errors of the service", () => {
  it("UnauthorizedError for a key", async () => {
    const error = await thrown(createClient({ baseUrl, apiKey: "wrong" }).getAllFormIds());
    expect(error).toBeInstanceOf(UnauthorizedError);
    expect(error).toMatchObject({ refused: "API_KEY", message: "login: 401, the API key was refused" });
  });

  it("UnauthorizedError for a token", async () => {
    const error = await thrown(createClient({ baseUrl, getToken: () => "wrong" }).getAllFormIds());
    expect(error).toBeInstanceOf(UnauthorizedError);
    expect(error).toMatchObject({ refused: "TOKEN" });
  });

  it("BadRequestError", async () => {
    const error = await thrown(
      client.forms(alabama, { timeZone: "Mars/Olympus", requestId: "payroll-run-0007" }),
    );
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error).toMatchObject({
      status: 400,
      code: "UNKNOWN_TIME_ZONE",
      requestId: "payroll-run-0007",
      message: "forms: 400 UNKNOWN_TIME_ZONE",
    });
  });

  it("NotFoundError", async () => {
    const error = await thrown(client.formInformation("NOPE"));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ code: "UNKNOWN_FORM" });
  });

  it("RefusedError with every rejected answer, in the language of the request", async () => {
    const fields = { filingStatus: "HEAD_OF_FAMILY", dependents: 0, additionalWithholding: "lots" };
    const error = await thrown(client.fillPdf({ ...fillAlabama, fields }, { language: "es" }));
    expect(error).toBeInstanceOf(RefusedError);
    const { errors, problem } = error as RefusedError;
    expect(errors.map(({ questionId, code }) => [questionId, code])).toEqual([
      ["dependents", "CHECK"],
      ["additionalWithholding", "INVALID"],
    ]);
    expect(problem.status).toBe(422);
  });

  it("RateLimitedError", async () => {
    const strict = await startService({ RATE_LIMIT: "1" });
    const limited = createClient({ baseUrl: strict.baseUrl, apiKey: strict.apiKey });
    await limited.getAllFormIds();
    const error = await thrown(limited.getAllFormIds({ retries: 0 }));
    expect(error).toBeInstanceOf(RateLimitedError);
    expect((error as RateLimitedError).retryAfterMs).toBeGreaterThan(0);
  });

  it("ProblemError for the other statuses", async () => {
    const huge = { ...fillAlabama, fields: { filingStatus: "x".repeat(300_000) } };
    const error = await thrown(client.fillPdf(huge));
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ name: "ProblemError", status: 413, code: "BODY_TOO_LARGE" });
    expect(error).not.toBeInstanceOf(UnavailableError);
  });

  it("NetworkError if the service is not reachable", async () => {
    const error = await thrown(
      createClient({ baseUrl: "http://127.0.0.1:1/v1", apiKey, retries: 0 }).login(),
    );
    expect(error).toBeInstanceOf(NetworkError);
  });
});
