import { testCatalog } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";
import { createRenderer } from "./renderer.js";

test("a file that is not a PDF fails alone, and the next one is rendered", async () => {
  const renderer = createRenderer();
  const blank = testCatalog().versions("AL102", "2026-11-16")[0]?.blank() ?? new Uint8Array();
  const [broken, whole] = await Promise.allSettled([
    renderer.render(Buffer.from("no PDF"), 1),
    renderer.render(blank, 1),
  ]);
  expect(broken.status).toBe("rejected");
  expect(whole.status).toBe("fulfilled");
  await renderer.close();
});

test("a caller that would wait too long is asked to retry, and closing ends the wait of the others", async () => {
  const renderer = createRenderer();
  const blank = testCatalog().versions("AL102", "2026-11-16")[0]?.blank() ?? new Uint8Array();
  const waiting = Array.from({ length: 24 }, () => renderer.render(blank, 1));
  await expect(renderer.render(blank, 1)).rejects.toMatchObject({
    code: "OVERLOADED",
    parts: { retryAfterSeconds: 5 },
  });
  const ends = Promise.allSettled(waiting);
  await renderer.close();
  expect((await ends).every(({ status }) => status === "rejected")).toBe(true);
});
