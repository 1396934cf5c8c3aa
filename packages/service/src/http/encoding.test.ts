import { expect, test } from "vitest";
import { chooseEncoding } from "./encoding.js";

test.each([
  [undefined, undefined],
  ["", undefined],
  ["gzip", "gzip"],
  ["br", "br"],
  ["gzip, deflate", "gzip"],
  ["gzip, deflate, br, zstd", "br"],
  ["GZIP", "gzip"],
  ["x-gzip", "gzip"],
  ["deflate", undefined],
  ["identity", undefined],
  ["*", "br"],
  ["br;q=0, *", "gzip"],
  ["gzip;q=0", undefined],
  ["gzip;q=0, br;q=0, *;q=0", undefined],
  ["gzip;q=1.0, br;q=0.5", "gzip"],
  ["gzip;q=0.5", "gzip"],
  ["gzip;q=0.5, identity", undefined],
  ["gzip;q=0.5, identity;q=0.5", "gzip"],
  ["br;q=high", undefined],
  ["nothing that we know, gzip ; q = 0.3", "gzip"],
])("Accept-Encoding %j gets %s", (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
  // Also when the header is known.
  expect(chooseEncoding(header)).toBe(encoding);
});
