import type { Catalog } from "@withholding-forms/catalog";
import { LocationRequest } from "@withholding-forms/contract/schemas";
import { defined, type Language } from "@withholding-forms/interview";
import { addressProvider } from "../app/address-provider.js";
import { systemClock, today } from "../app/clock.js";
import { locate } from "../app/locate.js";
import { openCatalog } from "../app/open-catalog.js";
import { readConfig } from "../config.js";
import { OperatorError } from "../operator-error.js";
import { createValidate } from "../problems/validation.js";
import { readAddress } from "./address-line.js";
import { print, printError } from "./print.js";
import { requireForm } from "./require-form.js";

export interface FormsOptions {
  readonly address?: string;
  readonly home?: string;
  readonly work: readonly string[];
  readonly pension?: boolean;
  readonly language: Language;
  readonly json: boolean;
}

/** All forms with their versions, or the forms that apply to the given addresses. */
export async function forms(options: FormsOptions): Promise<void> {
  const catalog = openCatalog(readConfig(process.env));
  const { address, home = address, work } = options;
  if (home === undefined && work.length === 0) return listAll(catalog, options.json);
  const works = work.length > 0 ? work : [address ?? home ?? ""];
  if (home === undefined) throw new OperatorError("Also specify the home address with --home or --address.");
  await listApplicable(catalog, home, works, options);
}

function listAll(catalog: Catalog, json: boolean): void {
  const day = today(systemClock);
  const all = catalog.formIds(day).flatMap((id) =>
    catalog
      .versions(id, day)
      .map(({ version, name, title, locality, effectiveDate, retiredDate, verification }) => ({
        id,
        version,
        status: requireForm(catalog, id, version).status,
        name,
        title,
        locality,
        effectiveDate,
        ...defined({ retiredDate }),
        verification,
      })),
  );
  if (json) return print(JSON.stringify(all));
  printTable(
    all.map(({ id, version, status, locality, name, title }) => [id, version, status, locality, name, title]),
  );
}

async function listApplicable(
  catalog: Catalog,
  home: string,
  works: readonly string[],
  { language, json, pension = false }: FormsOptions,
): Promise<void> {
  const request = {
    homeAddress: readAddress(home),
    workAddresses: works.map(readAddress),
    ...(pension ? { paymentType: "PENSION" as const } : {}),
  };
  if (createValidate(LocationRequest)(request, language).length > 0)
    throw new OperatorError("An address is incomplete, or there are too many work addresses.");
  const location = await locate(
    {
      catalog,
      addresses: addressProvider(readConfig(process.env)),
      clock: () => new Date(),
      applicable: catalog.applicable,
    },
    request,
    language,
  );
  const { forms: found } = location.applicable;
  if (json) return print(JSON.stringify({ forms: found, errors: location.errors }));
  printTable(
    found.map(({ id, formVersion, recommended, formLocality, name, title }) => {
      const status = requireForm(catalog, id, formVersion).status;
      return [id, formVersion, status, recommended ? "recommended" : "", formLocality, name, title];
    }),
  );
  for (const { addressId, message } of location.errors) printError(`${addressId}: ${message}`);
}

function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows)
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}
