import { smallCatalog } from "@withholding-forms/testing/catalog/small-catalog";
import { openFields } from "@withholding-forms/testing/pdf/pdfjs";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { call } = await startTestServer();

test("the blank form comes with its fields open", async () => {
  const response = await call({
    url: "/v1/getPdf/AL101?formVersion=2025.4.0",
    headers: { accept: "application/pdf" },
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-type"]).toBe("application/pdf");
  expect(response.headers["content-disposition"]).toBe('inline; filename="AL A4 - blank.pdf"');
  const names = (await openFields(response.rawPayload)).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["firstName", "dependents", "signatureLine", "date"]));
});

test("without a version it is the latest one, and an old one is marked as deprecated", async () => {
  const { call, setTime } = await startTestServer({ options: { catalog: await smallCatalog() } });
  // 2026.1.0 is the latest, and 2025.1.0 is still served.
  setTime(new Date("2026-03-01T12:00:00Z"));
  const latest = await call({ url: "/v1/getPdf/TS101" });
  const old = await call({ url: "/v1/getPdf/TS101?formVersion=2025.1.0" });
  expect(latest.headers["content-disposition"]).toBe('inline; filename="TS T-1 2026 - blank.pdf"');
  expect(latest.headers["deprecation"]).toBeUndefined();
  expect(old.headers["deprecation"]).toBe("@1767225600");
  expect(old.headers["etag"]).not.toBe(latest.headers["etag"]);
});

test("a caller that has the file gets 304", async () => {
  const etag = String((await call({ url: "/v1/getPdf/AL101" })).headers["etag"]);
  const again = await call({ url: "/v1/getPdf/AL101", headers: { "if-none-match": etag } });
  expect(again.statusCode).toBe(304);
});
