import type { Catalog, FormVersion, Found } from "@withholding-forms/catalog";
import type { FastifyReply } from "fastify";
import { today } from "../app/clock.js";
import type { Forms } from "../app/find-form.js";

/** `Deprecation` (RFC 9745) since when a newer version took over, and `Sunset` (RFC 8594) where the end is known. */
export function setDeprecation(reply: FastifyReply, service: Forms, { form, status }: Found): void {
  if (status !== "DEPRECATED") return;
  const since = replacedOn(service.catalog, form, today(service));
  if (since !== undefined) reply.header("deprecation", `@${Date.parse(`${since}T00:00:00Z`) / 1000}`);
  if (form.retiredDate !== undefined)
    reply.header("sunset", new Date(`${form.retiredDate}T23:59:59Z`).toUTCString());
}

function replacedOn(catalog: Catalog, form: FormVersion, day: string): string | undefined {
  return catalog
    .versions(form.id, day)
    .map((version) => version.effectiveDate)
    .filter((effective) => effective > form.effectiveDate && effective <= day)
    .sort()[0];
}
