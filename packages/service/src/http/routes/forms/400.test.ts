import { alabama } from "@withholding-forms/testing/people/samples";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { call } = await startTestServer();

const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  call({
    method: "POST",
    url: "/v1/forms",
    payload,
    headers: { "content-type": "application/json", ...headers },
  });

test.each<[string, string | Buffer]>([
  ["nothing", ""],
  ["half a document", '{"homeAddress":'],
  ["something else than JSON", "homeAddress=x"],
  ["two documents", "{}{}"],
  ["a byte that is not UTF-8", Buffer.from([0x22, 0xff, 0x22])],
  ["a __proto__ member", '{"__proto__":{"homeAddress":1}}'],
  ["a constructor.prototype member", '{"constructor":{"prototype":{}}}'],
])("a body of %s is malformed", async (_, payload) => {
  const response = await post(payload);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual({
    type: "https://forms.example.com/problems/MALFORMED_JSON",
    title: "Malformed JSON",
    status: 400,
    detail: "The request body is not valid JSON in UTF-8.",
    code: "MALFORMED_JSON",
    requestId: response.headers["x-request-id"],
    errors: [],
  });
});

test.each(["Mars/Olympus", "PST", "+05:00"])("the time zone %s is unknown", async (timezone) => {
  const response = await post(JSON.stringify(alabama), { timezone, "accept-language": "es" });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ code: "UNKNOWN_TIME_ZONE", title: "Zona horaria desconocida" });
});
