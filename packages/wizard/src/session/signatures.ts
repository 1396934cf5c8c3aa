import type { FederalValues, FillPdfRequest } from "@withholding-forms/client";
import { employeeOf, employerOf } from "./people.js";
import { type Attempt, federalValues, type Previewed } from "./results.js";
import { type FormEntry, isCompleted, type State } from "./state.js";

/**
 * Requests for previews that are missing or no longer match the answers. Forms that take federal values come after the
 * others, with the values that the federal form's preview returned.
 */
export function stalePreviews(state: State): readonly FillPdfRequest[] {
  const open = state.forms.filter((entry) => !isCompleted(entry));
  const first = open.filter(({ hasFederalValues }) => !hasFederalValues);
  const stale = (forms: readonly FormEntry[], federal?: FederalValues): FillPdfRequest[] =>
    forms.flatMap((entry) => {
      const request = previewRequest(state, entry, federal);
      const { preview } = entry;
      const isFresh = preview?.language === state.language && isSame(preview.request, request);
      return isFresh ? [] : [request];
    });
  const ahead = stale(first);
  if (ahead.length > 0) return ahead;
  const sources = [
    ...state.forms.flatMap(({ completed }) => completed ?? []),
    ...first.flatMap(({ preview }) => preview?.response ?? []),
  ];
  const others = open.filter(({ hasFederalValues }) => hasFederalValues);
  return stale(others, federalValues(sources));
}

/** The attempt to sign what was previewed: the same as before if the same is sent, as the service may have received it. */
export function attemptFor(
  { attempts, setup, language }: State,
  { request: previewed, idempotencyKey }: Previewed,
): Attempt {
  const signForm = ({ sign: "SIGN", "sign-externally": "SIGN_EXTERNALLY", preview: "PREVIEW" } as const)[
    setup.mode
  ];
  const request = { ...previewed, signForm };
  const before = attempts.get(request.formId);
  return before !== undefined && isSame(before.request, request)
    ? before
    : { request, language, idempotencyKey };
}

function previewRequest(
  state: State,
  { summary, information, filled, view, hasFederalValues }: FormEntry,
  federal: FederalValues | undefined,
): FillPdfRequest {
  return {
    formId: summary.id,
    formVersion: summary.formVersion,
    employee: employeeOf(state, information),
    employer: employerOf(state),
    signForm: "PREVIEW",
    fields: Object.fromEntries(view.used.map((id) => [id, filled[id] ?? null])),
    ...(hasFederalValues && federal !== undefined ? { federalValues: federal } : {}),
  };
}

function isSame(one: FillPdfRequest, other: FillPdfRequest): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
