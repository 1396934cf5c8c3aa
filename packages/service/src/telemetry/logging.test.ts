import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defined } from "@withholding-forms/interview";
import { eventually } from "@withholding-forms/testing/eventually";
import { americanEmployee, fillAlabama, montgomery } from "@withholding-forms/testing/people/samples";
import { sendFill, slowStore } from "@withholding-forms/testing/service/leaving";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const canaries = ["Canaryname", "219-09-9999", "219099999", "77 Canary Lane", "canary-answer", "Canaryville"];
const person = {
  ...americanEmployee,
  firstName: "Canaryname",
  socialSecurityNumber: "219-09-9999",
  address: { ...montgomery, streetAddress1: "77 Canary Lane", city: "Canaryville" },
};
const good = { ...fillAlabama, employee: person };

test("nothing that a person entered is in a log, a metric, an audit event or any other file", async () => {
  const { app, call, log, token, apiKey, dataDir } = await startTestServer({ env: { LOG_LEVEL: "trace" } });
  const fill = (payload: string | object, headers = {}) =>
    call({
      method: "POST",
      url: "/v1/fillPdf",
      payload,
      headers: { "content-type": "application/json", ...headers },
    });
  for (const signForm of ["PREVIEW", "SIGN", "SIGN_EXTERNALLY"]) {
    expect((await fill({ ...good, signForm })).statusCode).toBe(200);
  }
  await fill({ ...good, fields: { "canary-answer": "canary-answer" } });
  await fill({ ...good, employee: { ...person, lastName: "Canaryname".repeat(6) } });
  await fill({ ...good, employer: { ...good.employer, name: "Canaryname \u6F22" } });
  await fill(`{"Canaryname": 219-09-9999`);
  await fill(JSON.stringify(good), { "content-type": "text/canary-answer" });
  await fill({ ...good, signForm: "canary-answer" });
  await fill(good, { timezone: "Canaryname/219-09-9999" });
  await fill({ junk: "Canaryname".repeat(30_000) });
  const addresses = { homeAddress: person.address, workAddresses: [person.address] };
  await call({ method: "POST", url: "/v1/forms", payload: addresses });
  await call({ method: "POST", url: "/v1/guided-flows", payload: { ...addresses, Canaryname: 1 } });
  for (const url of [
    "/v1/formQuestionSet/Canaryname/219-09-9999?formVersion=219099999",
    "/v1/formQuestionSet/AL101/QS1?hasFederalValues=canary-answer",
    "/Canaryname/219-09-9999",
    "/v1/getPdf/Canaryname%zz219-09-9999",
    "/images/Canaryname/219099999/1.png",
  ]) {
    await call({ url });
    await app.inject({
      method: "DELETE",
      url,
      headers: { "x-canary": "Canaryname", authorization: "Canaryname" },
    });
  }
  await app.inject({ url: "/authentication/login", headers: { "api-key": "Canaryname" } });

  const metrics = (await app.inject({ url: "/metrics" })).body;
  const files = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name), "latin1"));
  expect(log().split("\n").length).toBeGreaterThan(25);
  for (const secret of [...canaries, token, apiKey]) {
    for (const place of [log(), metrics, ...files]) expect(place.includes(secret)).toBe(false);
  }
});

test("a request is logged with method, route pattern, status, time and id, and nothing else", async () => {
  const { call, log } = await startTestServer();
  await call({ url: "/v1/formQuestionSet/AL101/QS1", headers: { "x-request-id": "request-0001" } });
  const lines = log()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ requestId }) => requestId === "request-0001");
  expect(lines).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      pid: expect.any(Number),
      hostname: expect.any(String),
      requestId: "request-0001",
      method: "GET",
      route: "/v1/formQuestionSet/:formId/:questionSetId",
      status: 200,
      milliseconds: expect.any(Number),
      msg: "request",
    },
  ]);
});

test("a caller who disconnects before the response is logged and counted once as such", async () => {
  const { store, recording, goOn } = slowStore();
  const { app, token, log } = await startTestServer({ options: { store } });
  const body = { ...good, signForm: "SIGN" };
  const send = (id: string, part?: number) => sendFill(app, { token, id, body, ...defined({ part }) });
  const lines = (id: string): object[] =>
    log()
      .split("\n")
      .filter((line) => line.includes(id))
      .map((line) => JSON.parse(line));
  const logged = async (id: string): Promise<object[]> => {
    await eventually(() => lines(id).length > 0, { what: `a log line of ${id}` });
    return lines(id);
  };

  const halfSent = await send("left-while-sending", 50);
  await eventually(
    async () => (await app.inject({ url: "/metrics" })).body.includes("http_requests_in_flight 1\n"),
    { what: "the request to be under way" },
  );
  halfSent.destroy();
  expect(await logged("left-while-sending")).toMatchObject([{ status: 499, route: "/v1/fillPdf" }]);

  // Signing waits for the store, but the caller disconnects.
  const impatient = await send("left-while-waiting");
  await eventually(() => recording() > 0, { what: "the audit event" });
  impatient.destroy();
  expect(await logged("left-while-waiting")).toMatchObject([{ status: 499 }]);
  goOn();

  const patient = await send("stayed-to-the-end");
  await once(patient, "data");
  expect(await logged("stayed-to-the-end")).toMatchObject([{ status: 200 }]);
  patient.destroy();
  await once(patient, "close");
  // A second line of an earlier request would be before that of a later one.
  const last = await send("sent-afterwards");
  await once(last, "data");
  await logged("sent-afterwards");
  last.destroy();
  for (const id of ["left-while-sending", "left-while-waiting", "stayed-to-the-end"])
    expect(lines(id)).toHaveLength(1);
  const metrics = (await app.inject({ url: "/metrics" })).body;
  expect(metrics).toContain('http_requests_total{method="POST",route="/v1/fillPdf",status="499"} 2');
});
