import { Type } from "../typebox.js";
import examples from "./examples.json" with { type: "json" };

// An extension of the specification: many requests in one. OpenAPI 3.0 has no schema for a stream of JSON documents.

const linesOf = (body: object | undefined): string[] => [
  ["emp-1", "emp-2"].map((id) => `${JSON.stringify({ id, ...body })}\n`).join(""),
];

export const BulkLocationRequest = Type.String({
  $id: "BulkLocationRequest",
  description: "NDJSON: per line a LocationRequest with the caller's id, a string or a number",
  examples: linesOf(examples.LocationRequest[0]),
});

export const BulkFillPdfRequest = Type.String({
  $id: "BulkFillPdfRequest",
  description:
    "NDJSON: per line a FillPdfRequest with the caller's id, a string or a number, and, for SIGN, an idempotencyKey as in the Idempotency-Key header",
  examples: linesOf(examples.FillPdfRequest[0]),
});

export const BulkResponse = Type.String({
  $id: "BulkResponse",
  description:
    "NDJSON: per line of the request its id (null if it has none or cannot be read), the number of the line (line), the status and the body of the single request, and, if that has a Retry-After header, its seconds (retryAfter)",
});
