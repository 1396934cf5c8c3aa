import { expect, test } from "vitest";
import { createBulkClient } from "./bulk.js";
import type { FillPdfRequest } from "./types.js";

interface Sent {
  readonly url: string;
  readonly lines: readonly Record<string, unknown>[];
}

/** Answers each line with its id, but not more than `max` per request. */
function service(max = Number.POSITIVE_INFINITY) {
  const sent: Sent[] = [];
  const bulk = createBulkClient({
    baseUrl: "https://forms.example.com/v1",
    getToken: () => "token",
    fetch: async (url, { body }) => {
      const lines = String(body)
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      sent.push({ url, lines });
      const answers = lines
        .slice(0, max)
        .map(({ id }, index) => ` ${JSON.stringify({ id, line: index + 1, status: 200, body: {} })}\n`);
      return new Response(answers.join(""), { headers: { "content-type": "application/x-ndjson" } });
    },
  });
  return { sent, bulk };
}

const request = { formId: "X", fields: {} } as unknown as FillPdfRequest;

async function ids(results: AsyncIterable<{ readonly id: string | number }>): Promise<unknown[]> {
  const all = [];
  for await (const { id } of results) all.push(id);
  return all;
}

test("lines are sent in parts, and results come in their order", async () => {
  const { sent, bulk } = service();
  const numbers = Array.from({ length: 250 }, (_, index) => index);
  expect(await ids(bulk.fillPdf(numbers.map((id) => ({ id, ...request }))))).toEqual(numbers);
  expect(sent.map(({ lines }) => lines.length)).toEqual([100, 100, 50]);
  expect(sent[0]?.url).toBe("https://forms.example.com/v1/bulk/fillPdf");
});

test("lines without a result are sent again", async () => {
  const { sent, bulk } = service(2);
  const lines = ["a", "b", "c"].map((id) => ({ id, ...request }));
  expect(await ids(bulk.fillPdf(lines))).toEqual(["a", "b", "c"]);
  expect(sent.map(({ lines }) => lines.map(({ id }) => id))).toEqual([["a", "b", "c"], ["c"]]);
});

test("a signature has a key of its own, or the one of the caller", async () => {
  const { sent, bulk } = service();
  const sign = { ...request, signForm: "SIGN" } as const;
  const own = "6f0d3a0e-5c55-4d3e-9a53-0c1b5f9b1f2e";
  await ids(
    bulk.fillPdf([
      { id: 1, ...sign },
      { id: 2, ...sign, idempotencyKey: own },
      { id: 3, ...request },
    ]),
  );
  const [first, second, third] = sent[0]?.lines ?? [];
  expect(first?.["idempotencyKey"]).toMatch(/^[0-9a-f]{32}$/);
  expect([second?.["idempotencyKey"], third?.["idempotencyKey"]]).toEqual([own, undefined]);
});

test("a result has no line number, and a service that answers nothing is an error", async () => {
  const { bulk } = service();
  const results = bulk.guidedFlows([{ id: "a" } as never]);
  expect((await results.next()).value).toEqual({ id: "a", status: 200, body: {} });
  await expect(ids(service(0).bulk.fillPdf([{ id: 1, ...request }]))).rejects.toThrow("bulk/fillPdf");
});
