import { expect, test } from "vitest";
import type { ProposedField } from "./bind/propose.js";
import { type Entries, writeBinding } from "./binding-file.js";

const head = { address: "https://tests.example/form.pdf", sha256: "a".repeat(64), revision: "1/2026" };

function proposed(
  name: string,
  value: string,
  confidence: number,
  group: ProposedField["group"] = "fields",
): ProposedField {
  const rect = { x: 0, y: 0, width: 10, height: 10 };
  return {
    field: { name, page: 0, rect, kind: "text" },
    group,
    value,
    about: "",
    confidence,
    reasons: ["words"],
  };
}

const proposal = (...fields: ProposedField[]): Parameters<typeof writeBinding>[2] => ({
  fields,
  signature: [{ name: "date", label: "Date", page: 1, rect: [1, 2, 3, 4] }],
  leftOver: [],
});

const first = proposal(
  proposed("form.a", "employee.lastName", 0.9),
  proposed("form.b", "employee.street", 0.4),
  proposed("form.c", "employee.city", 0.6),
  proposed("form.d", "Nothing on our page is like it: Office use", 0, "unused"),
);

test("a new file has every field once, with a comment at what is not sure", () => {
  const { text, kept } = writeBinding(undefined, head, first, new Map());
  expect(text).toBe(
    [
      "# The agency's own file. Proposed by `official bind`, then confirmed on the page that it wrote.",
      "address: https://tests.example/form.pdf",
      `sha256: ${"a".repeat(64)}`,
      "revision: 1/2026",
      "prefix: form.",
      "fields:",
      "  a: employee.lastName",
      "  b: employee.street # TODO check (40 %): words",
      "  c: employee.city # TODO check (60 %): words",
      "unused:",
      '  d: "Nothing on our page is like it: Office use" # TODO check (0 %): words',
      "signature:",
      "  date: {page: 1, rect: [1, 2, 3, 4], label: Date}",
      "",
    ].join("\n"),
  );
  expect([...kept]).toEqual([]);
});

test("running again changes nothing", () => {
  const once = writeBinding(undefined, head, first, new Map());
  expect(writeBinding(once.text, head, first, once.entries).text).toBe(once.text);
});

test("running again keeps what a person changed, confirmed, moved, or added", () => {
  const once = writeBinding(undefined, head, first, new Map());
  const edited = once.text
    .replace("  b: employee.street # TODO check (40 %): words", "  b: employee.city # not the street")
    .replace(" # TODO check (60 %): words", "")
    .replace(/unused:\n {2}d: .*\n/, "drop:\n  d: It is a banner of the agency.\n")
    .replace("rect: [1, 2, 3, 4]", "rect: [9, 2, 3, 4]")
    .replace(
      "signature:",
      "add:\n  nra: {page: 1, rect: [1, 1, 9, 9], label: NRA, value: employee.region}\nsignature:",
    );
  const better = proposal(
    proposed("form.a", "employee.fullName", 0.95),
    proposed("form.b", "employee.region", 0.9),
    proposed("form.c", "employee.postal", 0.9),
    proposed("form.d", "employee.postal", 0.9),
  );
  const again = writeBinding(edited, { ...head, sha256: "b".repeat(64) }, better, once.entries);
  expect(again.text).toBe(
    edited.replace("a: employee.lastName", "a: employee.fullName").replace("a".repeat(64), "b".repeat(64)),
  );
  expect([...again.kept].sort()).toEqual(["date", "form.b", "form.c", "form.d"]);
});

test("a file without earlier proposals counts as written by a person", () => {
  const written =
    "address: https://tests.example/other.pdf\nprefix: form.\nfields:\n  a: employee.firstName\n";
  const none: Entries = new Map();
  const { text, kept } = writeBinding(written, head, first, none);
  expect(text).toContain("address: https://tests.example/other.pdf\n");
  expect(text).toContain("  a: employee.firstName\n  b: employee.street # TODO");
  expect([...kept]).toEqual(["form.a"]);
});
