import { content } from "@withholding-forms/testing/catalog/content";
import { expect, it } from "vitest";
import { newPublications } from "./record-publications.js";

const [one, other] = content.forms;
if (one === undefined || other === undefined) throw new Error("There are no forms.");

it("records new versions, and those whose content changed since", () => {
  const first = newPublications({ forms: [one] }, [], "2026-01-15");
  expect(first).toMatchObject([{ date: "2026-01-15", formId: one.form.id, formVersion: one.form.version }]);
  expect(newPublications({ forms: [one] }, first, "2026-02-01")).toEqual([]);
  const corrected = { ...one, form: { ...one.form, title: "Another title" } };
  const second = newPublications({ forms: [corrected, other] }, first, "2026-02-01");
  expect(second.map(({ formId }) => formId)).toEqual([one.form.id, other.form.id]);
  // What counts is the content that was published last.
  expect(newPublications({ forms: [one] }, [...first, ...second], "2026-03-01")).toHaveLength(1);
});
