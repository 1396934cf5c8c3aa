import { type NoticesResponse, noticeActions, noticeDues, serviceNotices } from "@withholding-forms/contract";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { call } = await startTestServer();

async function notices(language = "en"): Promise<NoticesResponse["notices"]> {
  const { statusCode, headers, body } = await call({
    url: "/v1/notices",
    headers: { "accept-language": language },
  });
  expect([statusCode, headers["content-language"]]).toEqual([200, language]);
  return (JSON.parse(body) as NoticesResponse).notices;
}

test("a code has its audience, action, due, meaning, and forms", async () => {
  const all = await notices();
  expect(all.find(({ code }) => code === "ATTACH_DOCUMENT")).toEqual({
    code: "ATTACH_DOCUMENT",
    audience: "EMPLOYEE",
    action: "ATTACH_DOCUMENT",
    due: "WITH_FORM",
    blocksPayroll: true,
    description: "The form or a claim on it counts only with the documents that the message names.",
    forms: expect.arrayContaining(["NJ102", "VA101"]),
  });
  expect(all.map(({ code }) => code)).toEqual(expect.arrayContaining([...serviceNotices]));
});

test("every action and every day that the contract names is used", async () => {
  const all = await notices();
  expect(new Set(all.map(({ action }) => action))).toEqual(new Set(noticeActions));
  const forms = [...new Set(all.flatMap((one) => one.forms))];
  const information = await Promise.all(forms.map((id) => call({ url: `/v1/fillPdf/${id}` })));
  const own = information.flatMap((one) => one.json<{ notices: NoticesResponse["notices"] }>().notices);
  expect(new Set([...all, ...own].flatMap(({ due }) => due ?? []))).toEqual(new Set(noticeDues));
});

test("meanings are in the language of the request", async () => {
  const [en, es, fr] = await Promise.all([notices("en"), notices("es"), notices("fr")]);
  const sentences = new Set([...en, ...es, ...fr].map(({ description }) => description));
  expect(sentences.size).toBe(3 * en.length);
  expect(fr.map(({ code }) => code)).toEqual(en.map(({ code }) => code));
});
