import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { app, call } = await startTestServer();

test("page images are public, 1280 pixels wide and cached forever", async () => {
  const [first, again, second] = await Promise.all([
    app.inject({ url: "/images/AL101/2025.4.0/1.png" }),
    app.inject({ url: "/images/AL101/2025.4.0/1.png" }),
    app.inject({ url: "/images/AL102/2019.9.0/1.png" }),
  ]);
  expect(first.statusCode).toBe(200);
  expect(first.headers["content-type"]).toBe("image/png");
  expect(first.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(first.headers["cross-origin-resource-policy"]).toBe("cross-origin");
  expect(first.rawPayload.subarray(1, 4).toString()).toBe("PNG");
  // Width and height are at bytes 16 and 20 of a PNG; Letter is 11 by 8.5 inches.
  expect(first.rawPayload.readUInt32BE(16)).toBe(1280);
  expect(first.rawPayload.readUInt32BE(20)).toBe(1656);
  expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
  expect(second.rawPayload.equals(first.rawPayload)).toBe(false);
});

test("every image that a form names exists", async () => {
  const { blankFormImages } = (await call({ url: "/v1/fillPdf/AL101" })).json<{
    blankFormImages: string[];
  }>();
  for (const address of blankFormImages) {
    expect((await app.inject({ url: new URL(address).pathname })).statusCode).toBe(200);
  }
});

test("each page of a form has its own image", async () => {
  const [first, third] = await Promise.all(
    [1, 3].map((page) => app.inject({ url: `/images/W4101/2025.12.0/${page}.png` })),
  );
  expect([first?.statusCode, third?.statusCode]).toEqual([200, 200]);
  expect(first?.rawPayload.equals(third?.rawPayload ?? Buffer.alloc(0))).toBe(false);
});

test("a browser that has the image gets 304", async () => {
  const url = "/images/AL101/2025.4.0/1.png";
  const etag = String((await app.inject({ url })).headers["etag"]);
  expect((await app.inject({ url, headers: { "if-none-match": etag } })).statusCode).toBe(304);
});

test.each([
  "/images/AL101/2025.4.0/0.png",
  "/images/AL101/2025.4.0/99.png",
  "/images/AL101/2025.4.0/1.jpg",
  "/images/AL101/2025.4.0/1",
  "/images/AL101/2025.04.0/1.png",
  "/images/AL101/1.1.1/1.png",
  "/images/XX999/2025.4.0/1.png",
  "/images/AL101/2025.4.0/..%2f1.png",
])("%s does not exist", async (url) => {
  const response = await app.inject({ url });
  expect(response.statusCode).toBe(404);
  expect(response.json().code).toBe("UNKNOWN_IMAGE");
});
