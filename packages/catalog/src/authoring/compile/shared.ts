import type { Language } from "@withholding-forms/interview";
import type { Identity, IdentityField, SharedContent } from "../../model/artifact.js";
import type { Content } from "../content.js";
import type { Ledger } from "../po.js";
import type { Report } from "../problem.js";
import type { IdentityFields } from "../schema/identity.js";
import type { Path, Source } from "../source.js";
import { byLanguage } from "./by-language.js";
import { type Context, speaker } from "./context.js";

type ByLanguage = Readonly<Record<Language, string>>;

/** identity.yaml and federal-values.yaml with their messages in all languages. */
export function compileShared(content: Content, ledger: Ledger, report: Report): SharedContent {
  const complain: Context["report"] = (source, path, rule, message) =>
    report({ ...source.at(path), rule, message });
  const say = speaker([content.translations], ledger, complain, "");
  const inAll = (source: Source, path: Path, sentence: string): ByLanguage =>
    byLanguage((language) => say(source, path, sentence, language));

  // A kind of answer is ready in all languages whether or not a form uses it yet.
  for (const [name, kind] of Object.entries(content.answers.data)) {
    inAll(content.answers, [name, "message"], kind.message);
    for (const [value, label] of Object.entries(kind.options ?? {}))
      inAll(content.answers, [name, "options", value], label);
  }

  const raw = content.identity.data;
  const fields = (all: IdentityFields, path: Path): Record<string, IdentityField> =>
    Object.fromEntries(
      Object.entries(all)
        .filter(([, field]) => field.pattern !== undefined)
        .map(([name, field]) => {
          const kind = raw.patterns[field.pattern ?? ""];
          if (kind === undefined)
            complain(content.identity, [...path, name], "pattern", `there is no pattern "${field.pattern}"`);
          const { pattern = "^$", message = "", format, masked, value } = kind ?? {};
          return [
            name,
            {
              pattern,
              message: inAll(content.identity, ["patterns", field.pattern ?? "", "message"], message),
              ...(format === undefined ? {} : { format }),
              ...(masked === undefined ? {} : { masked }),
              ...(value === undefined ? {} : { date: true as const }),
              required: field.required,
              ...(field.requiredWhenNumberStartsWith === undefined
                ? {}
                : { requiredWhenNumberStartsWith: field.requiredWhenNumberStartsWith }),
            },
          ];
        }),
    );
  for (const [name, { message }] of Object.entries(raw.patterns))
    inAll(content.identity, ["patterns", name, "message"], message);
  const parties = (country: "US" | "CA"): Identity["parties"]["US"] => ({
    employee: fields(raw[country].employee, [country, "employee"]),
    employer: fields(raw[country].employer, [country, "employer"]),
  });
  return {
    identity: {
      parties: { US: parties("US"), CA: parties("CA") },
      address: {
        US: fields(raw.address.US, ["address", "US"]),
        CA: fields(raw.address.CA, ["address", "CA"]),
      },
    },
    federalValues: Object.fromEntries(
      Object.entries(content.federalValues.data).map(([name, value]) => [
        name,
        {
          type: value.type,
          ...(value.words === undefined ? {} : { words: value.words }),
          ...(value.notGiven === undefined ? {} : { notGiven: value.notGiven }),
          message: inAll(content.federalValues, [name, "message"], value.message),
        },
      ]),
    ),
  };
}
