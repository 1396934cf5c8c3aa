import { eventually } from "@withholding-forms/testing/eventually";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";
import { openSqliteStore } from "../../../store/sqlite.js";
import { buildServer } from "../../server.js";

test("health needs no token", async () => {
  const { app } = await startTestServer();
  const response = await app.inject({ url: "/healthz" });
  expect([response.statusCode, response.body]).toEqual([200, '{"status":"ok"}']);
});

test("a stopping service is not ready, but still healthy and serving requests", async () => {
  const { app, server, call } = await startTestServer();
  expect((await app.inject({ url: "/readyz" })).body).toBe('{"status":"ready"}');
  server.stopping();
  const response = await app.inject({ url: "/readyz" });
  expect([response.statusCode, response.body]).toEqual([503, '{"status":"not ready"}']);
  expect((await app.inject({ url: "/healthz" })).statusCode).toBe(200);
  expect((await call({ url: "/v1/getAllFormIds" })).statusCode).toBe(200);
});

test("without its store the service stays ready, since valid tokens still work, and the metrics report it", async () => {
  const { app, options, call } = await startTestServer();
  const storeUp = async () => /^store_up (\d)$/m.exec((await app.inject({ url: "/metrics" })).body)?.[1];
  expect(await storeUp()).toBe("1");
  await options.store.close();
  await eventually(async () => (await storeUp()) === "0", {
    what: "the metrics to say that the store is down",
  });
  expect((await app.inject({ url: "/readyz" })).statusCode).toBe(200);
  expect((await app.inject({ url: "/healthz" })).statusCode).toBe(200);
  expect((await call({ url: "/v1/getAllFormIds" })).statusCode).toBe(200);
});

test("a service that never reached its store is not ready", async () => {
  const { options, dataDir } = await startTestServer();
  const store = openSqliteStore(dataDir);
  await store.close();
  const { app } = await buildServer({ ...options, store });
  expect((await app.inject({ url: "/readyz" })).statusCode).toBe(503);
  expect((await app.inject({ url: "/healthz" })).statusCode).toBe(200);
  await app.close();
});

test("metrics count requests by route pattern", async () => {
  const { app, call } = await startTestServer();
  await call({ url: "/v1/formQuestionSet/AL101/QS1" });
  await call({ url: "/v1/formQuestionSet/XX999/QS1" });
  const response = await app.inject({ url: "/metrics" });
  expect(response.headers["content-type"]).toContain("text/plain");
  const route = 'route="/v1/formQuestionSet/:formId/:questionSetId"';
  expect(response.body).toContain(`http_requests_total{method="GET",${route},status="200"} 1`);
  expect(response.body).toContain(`http_requests_total{method="GET",${route},status="404"} 1`);
  expect(response.body).toContain('problems_total{code="UNKNOWN_FORM"} 1');
  expect(response.body).not.toContain("XX999");
});

test("metrics count filled forms by form and mode, however often they are requested", async () => {
  const { app, call } = await startTestServer();
  const fill = (change: object) =>
    call({ method: "POST", url: "/v1/fillPdf", payload: { ...fillAlabama, ...change } });
  const counts = async (): Promise<string[]> =>
    (await app.inject({ url: "/metrics" })).body
      .split("\n")
      .filter((line) => line.startsWith("forms_filled_total"))
      .sort();
  expect(await counts()).toEqual([]);
  await fill({ signForm: "PREVIEW" });
  await fill({ signForm: "PREVIEW" });
  await fill({ signForm: "SIGN" });
  await fill({ fields: {} });
  const before = [
    'forms_filled_total{form="AL101",mode="PREVIEW"} 2',
    'forms_filled_total{form="AL101",mode="SIGN"} 1',
  ];
  expect(await counts()).toEqual(before);
  expect(await counts()).toEqual(before);
  await fill({ signForm: "SIGN" });
  await fill({ signForm: "SIGN_EXTERNALLY" });
  expect(await counts()).toEqual([
    'forms_filled_total{form="AL101",mode="PREVIEW"} 2',
    'forms_filled_total{form="AL101",mode="SIGN"} 2',
    'forms_filled_total{form="AL101",mode="SIGN_EXTERNALLY"} 1',
  ]);
});

test("metrics are computed once for all who ask within a second", async () => {
  const { app } = await startTestServer({ options: { metricsMaxAgeMs: 600_000 } });
  const ask = async () => (await app.inject({ url: "/metrics" })).body;
  const [first, together] = await Promise.all([ask(), ask()]);
  expect(together).toBe(first);
  // The two requests themselves are not in it yet.
  expect(await ask()).toBe(first);
  expect(first).not.toContain('route="/metrics"');
});
