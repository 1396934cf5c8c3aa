import type { FieldError } from "@withholding-forms/contract";
import type { Language } from "@withholding-forms/interview";
import type { FastifyRequest } from "fastify";
import { messagesIn } from "../problems/messages/messages.js";
import { Problem } from "../problems/problem.js";

export interface VersionQuery {
  readonly formVersion: string | undefined;
  readonly hasFederalValues: boolean;
}

/** The query parameters we know; others are ignored. A parameter given twice is a list, and rejected. */
export function readQuery(request: FastifyRequest, language: Language): VersionQuery {
  const query = request.query as Readonly<Record<string, unknown>>;
  const { formVersion, hasFederalValues = "false" } = query;
  const errors: FieldError[] = [];
  const refuse = (name: "formVersion" | "hasFederalValues"): void => {
    errors.push({ pointer: name, code: "INVALID", message: messagesIn(language).members[name] });
  };
  const version =
    typeof formVersion === "string" && /^.{1,40}$/su.test(formVersion) ? formVersion : undefined;
  if (version === undefined && formVersion !== undefined) refuse("formVersion");
  if (hasFederalValues !== "true" && hasFederalValues !== "false") refuse("hasFederalValues");
  if (errors.length > 0) throw new Problem("INVALID_PARAMETER", { errors });
  return { formVersion: version, hasFederalValues: hasFederalValues === "true" };
}
