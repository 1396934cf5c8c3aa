import type { FillPdfRequest, FillPdfResponse } from "@withholding-forms/client";
import { describe, expect, test } from "vitest";
import {
  type Attempt,
  nothingSigned,
  type Previewed,
  type Previews,
  previewAll,
  type Sendable,
  type Signatures,
  signAll,
} from "./signatures.js";

function requestOf(formId: string, fields: FillPdfRequest["fields"] = {}): FillPdfRequest {
  return {
    formId,
    employee: {
      firstName: "Jane",
      lastName: "Doe",
      address: { streetAddress1: "1 Main St", city: "Trenton", state: "NJ", zipCode: "08608" },
    },
    fields,
  };
}

function responseTo({ formId, fields }: FillPdfRequest): FillPdfResponse {
  return {
    form: formId,
    pdf: "JVBERi0=",
    taxParameters:
      formId === "FED"
        ? [
            { id: "FEDERAL.isExempt", value: "false", valueType: "boolean" },
            { id: "FEDERAL.filingStatus", value: String(fields["status"]), valueType: "code" },
          ]
        : [],
    formVersion: "2026.1.0",
    formType: "RESIDENT",
    name: formId,
    title: formId,
    locality: formId === "FED" ? "FEDERAL" : "NJ",
    ignoredFields: [],
    calculatedValues: {},
  };
}

const previewed = (formId: string, fields?: FillPdfRequest["fields"]): Previewed => {
  const request = requestOf(formId, fields);
  return { request, language: "en", response: responseTo(request) };
};

describe("previews", () => {
  const federal = (status: string): Sendable => ({
    formId: "FED",
    takesFederalValues: false,
    request: () => requestOf("FED", { status }),
  });
  const state: Sendable = {
    formId: "STATE",
    takesFederalValues: true,
    request: (values) => ({ ...requestOf("STATE"), federalValues: values ?? null }),
  };
  const plain: Sendable = {
    formId: "PLAIN",
    takesFederalValues: false,
    request: () => requestOf("PLAIN"),
  };

  async function preview(
    forms: readonly Sendable[],
    known: Previews = new Map(),
    language: "en" | "es" = "en",
    completed: readonly FillPdfResponse[] = [],
  ) {
    const sent: FillPdfRequest[] = [];
    const send = async (request: FillPdfRequest): Promise<FillPdfResponse> => {
      sent.push(request);
      return responseTo(request);
    };
    const previews = await previewAll(forms, { known, completed, language, send });
    return { previews, sent, ids: sent.map(({ formId }) => formId) };
  }

  test("a form that takes federal values gets those of the federal form's preview, wherever it is in the list", async () => {
    const { sent } = await preview([state, federal("S"), plain]);
    expect(sent.map(({ formId }) => formId)).toEqual(["FED", "PLAIN", "STATE"]);
    expect(sent[2]?.federalValues).toEqual({ isExempt: "false", filingStatus: "S" });
  });

  test("a federal form that is signed already still gives its values", async () => {
    const { sent } = await preview([state], new Map(), "en", [responseTo(requestOf("FED", { status: "H" }))]);
    expect(sent[0]?.federalValues).toEqual({ isExempt: "false", filingStatus: "H" });
  });

  test("without a federal form there are no federal values", async () => {
    expect((await preview([state])).sent[0]?.federalValues).toBeNull();
  });

  test("what has not changed is not requested again", async () => {
    const { previews } = await preview([federal("S"), state, plain]);
    expect((await preview([federal("S"), state, plain], previews)).ids).toEqual([]);
  });

  test("another answer on the federal form makes the previews that depend on it again, and no other", async () => {
    const { previews } = await preview([federal("S"), state, plain]);
    const again = await preview([federal("M"), state, plain], previews);
    expect(again.ids).toEqual(["FED", "STATE"]);
    expect(again.sent[1]?.federalValues).toEqual({ isExempt: "false", filingStatus: "M" });
  });

  test("in another language, notices are in that language", async () => {
    const { previews } = await preview([federal("S")]);
    expect((await preview([federal("S")], previews, "es")).ids).toEqual(["FED"]);
  });
});

describe("signatures", () => {
  /** Signs with keys `key1`, `key2`, and so on. `fails` says which forms the service does not sign. */
  function desk() {
    const sent: Attempt[] = [];
    const delivered: string[] = [];
    const changes: Signatures[] = [];
    let keys = 0;
    const sign = (
      before: Signatures,
      forms: readonly Previewed[],
      fails: readonly string[] = [],
      language: "en" | "fr" = "en",
    ): Promise<Signatures> =>
      signAll(before, forms, {
        signForm: "SIGN",
        language,
        newKey: () => {
          keys += 1;
          return `key${keys}`;
        },
        send: async (attempt) => {
          sent.push(attempt);
          if (fails.includes(attempt.request.formId)) throw new Error(attempt.request.formId);
          return responseTo(attempt.request);
        },
        changed: (signatures) => changes.push(signatures),
        deliver: async ({ form }) => {
          delivered.push(`${form} after ${sent.length}`);
        },
      });
    return { sign, sent, delivered, changes };
  }

  test("each form is sent on its own, with its own key, and delivered before the next one is sent", async () => {
    const { sign, sent, delivered } = desk();
    const signatures = await sign(nothingSigned, [previewed("FED"), previewed("STATE")]);
    expect(sent.map(({ request, idempotencyKey }) => [request.formId, idempotencyKey])).toEqual([
      ["FED", "key1"],
      ["STATE", "key2"],
    ]);
    expect(sent.map(({ request }) => request.signForm)).toEqual(["SIGN", "SIGN"]);
    expect(delivered).toEqual(["FED after 1", "STATE after 2"]);
    expect(signatures).toEqual(nothingSigned);
  });

  test("a form that fails does not keep the others from being signed", async () => {
    const { sign, delivered } = desk();
    const signatures = await sign(nothingSigned, [previewed("FED"), previewed("STATE")], ["FED"]);
    expect(delivered).toEqual(["STATE after 2"]);
    expect([...signatures.failures.keys()]).toEqual(["FED"]);
  });

  test("a retry sends exactly the same, even if the page has another language by now", async () => {
    const { sign, sent, changes } = desk();
    const form = previewed("FED", { a: "1" });
    const first = await sign(nothingSigned, [form], ["FED"]);
    const second = await sign(first, [{ ...form, language: "fr" }], ["FED"], "fr");
    const third = await sign(second, [form]);
    expect(sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual(["key1", "key1", "key1"]);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[2]).toEqual(sent[0]);
    // While it is sent again, it is no longer shown as failed.
    expect(changes.map(({ failures }) => failures.size)).toEqual([0, 1, 0, 1, 0, 0]);
    expect(third).toEqual(nothingSigned);
  });

  test("a changed form is another signature, with another key", async () => {
    const { sign, sent } = desk();
    const first = await sign(nothingSigned, [previewed("FED", { a: "1" })], ["FED"]);
    await sign(first, [previewed("FED", { a: "2" })]);
    expect(sent[1]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey);
    expect(sent[1]?.request.fields).toEqual({ a: "2" });
  });

  test("the state is replaced, not changed", async () => {
    const { sign } = desk();
    await sign(nothingSigned, [previewed("FED")], ["FED"]);
    expect(nothingSigned).toEqual({ attempts: new Map(), failures: new Map() });
  });
});
