import type { SharedContent } from "@withholding-forms/catalog/model/artifact";
import type { Identity, IdentityField } from "@withholding-forms/catalog/model/identity";
import { defined } from "@withholding-forms/interview";
import type { Ledger } from "../read/po.js";
import type { Report } from "../read/problem.js";
import type { Path } from "../read/source.js";
import type { Content } from "../resolve/content.js";
import type { IdentityFields } from "../schema/identity.js";
import type { ParameterName } from "../schema/vocabulary.js";
import { byLanguage, type Translate } from "./by-language.js";
import { type Context, speaker } from "./context.js";
import { compileNoticeKinds } from "./notices.js";
import { spelledOut } from "./portable-pattern.js";

/** identity.yaml and federal-values.yaml with their messages in all languages. */
export function compileShared(content: Content, ledger: Ledger, report: Report): SharedContent {
  const complain: Context["report"] = (source, path, rule, message) =>
    report({ ...source.at(path), rule, message });
  const say = speaker([content.translations], ledger, complain, "");
  const inAll: Translate = (source, path, sentence) =>
    byLanguage((language) => say(source, path, sentence, language));
  translateAnswers(content, inAll);
  translateVocabulary(content, inAll);
  for (const key of ["allMet", "anyMet", "residence"] as const)
    inAll(content.blocks, ["words", key], content.blocks.data.words[key]);
  return {
    notices: compileNoticeKinds(content, inAll),
    identity: compileIdentity(content, inAll, complain),
    federalValues: Object.fromEntries(
      Object.entries(content.federalValues.data).map(([name, { type, words, answer, notGiven, message }]) => [
        name,
        defined({
          type,
          words,
          pattern: type === "number" ? patternOf(content, name, answer, complain) : undefined,
          notGiven,
          message: inAll(content.federalValues, [name, "message"], message),
        }),
      ]),
    ),
  };
}

/** Federal values are written like the answers that the federal form asks for. */
function patternOf(
  { answers, federalValues }: Content,
  name: string,
  answer = "",
  complain: Context["report"],
): string {
  const pattern = Object.hasOwn(answers.data, answer) ? answers.data[answer]?.pattern : undefined;
  if (pattern === undefined)
    complain(
      federalValues,
      [name],
      "pattern",
      `there is no kind of answer "${answer}" with a pattern: name one of answers.yaml in \`answer\``,
    );
  return spelledOut(pattern ?? "^$");
}

/** Every kind of answer must be translated, whether or not a form uses it yet. */
function translateAnswers({ answers }: Content, inAll: Translate): void {
  for (const [name, kind] of Object.entries(answers.data)) {
    inAll(answers, [name, "message"], kind.message);
    if (kind.notInFuture !== undefined) inAll(answers, [name, "notInFuture"], kind.notInFuture);
    for (const [value, label] of Object.entries(kind.options ?? {}))
      inAll(answers, [name, "options", value], label);
  }
}

/** So must every tax parameter and code. Forms read these translations where they describe their parameters. */
function translateVocabulary({ vocabulary }: Content, inAll: Translate): void {
  const { names, overrides = {}, together = [] } = vocabulary.data;
  const all: readonly [string, Readonly<Record<string, Partial<ParameterName>>>][] = [
    ["names", names],
    ["overrides", overrides],
  ];
  for (const [part, entries] of all)
    for (const [name, { about, codes = {} }] of Object.entries(entries)) {
      if (about !== undefined) inAll(vocabulary, [part, name, "about"], about);
      for (const [code, meaning] of Object.entries(codes))
        inAll(vocabulary, [part, name, "codes", code], meaning);
    }
  for (const [index, { about }] of together.entries()) inAll(vocabulary, ["together", index, "about"], about);
}

/** A field of the shape that a pattern of identity.yaml has; undefined where there is no such pattern. */
export function identityField(
  { identity }: Content,
  name: string,
  inAll: Translate,
): IdentityField | undefined {
  const kind = Object.hasOwn(identity.data.patterns, name) ? identity.data.patterns[name] : undefined;
  if (kind === undefined) return undefined;
  const { pattern, message, format, masked, words, value } = kind;
  return defined({
    pattern: spelledOut(pattern),
    message: inAll(identity, ["patterns", name, "message"], message),
    format,
    masked,
    words,
    date: value === undefined ? undefined : (true as const),
  });
}

const noField: IdentityField = { pattern: "^$", message: { en: "", es: "", fr: "" } };

function compileIdentity(content: Content, inAll: Translate, complain: Context["report"]): Identity {
  const { identity } = content;
  const { US, CA, messages, address, patterns } = identity.data;
  const field = (
    path: Path,
    { pattern: name = "", ...raw }: Partial<IdentityFields[string]>,
  ): IdentityField => {
    const found = identityField(content, name, inAll);
    if (found === undefined)
      complain(
        identity,
        path,
        "pattern",
        `there is no pattern "${name}": add it under \`patterns\` or correct the name`,
      );
    return defined({
      ...(found ?? noField),
      required: raw.required === "printed" ? undefined : raw.required,
      requiredWhenNumberStartsWith: raw.requiredWhenNumberStartsWith,
      expired: raw.expired === undefined ? undefined : inAll(identity, path, raw.expired),
    });
  };
  const fields = (all: IdentityFields, ...path: readonly string[]): Record<string, IdentityField> =>
    Object.fromEntries(
      Object.entries(all)
        .filter(([, { pattern }]) => pattern !== undefined)
        .map(([name, one]) => [name, field([...path, name], one)]),
    );
  // A pattern that nothing uses yet must be translated too.
  for (const [name, { message }] of Object.entries(patterns))
    inAll(identity, ["patterns", name, "message"], message);
  return {
    parties: {
      US: {
        employee: fields(US.employee, "US", "employee"),
        employer: fields(US.employer, "US", "employer"),
      },
      CA: {
        employee: fields(CA.employee, "CA", "employee"),
        employer: fields(CA.employer, "CA", "employer"),
      },
    },
    homeAbroad: inAll(identity, ["messages", "homeAbroad"], messages.homeAbroad),
    employerAbroad: inAll(identity, ["messages", "employerAbroad"], messages.employerAbroad),
    address: { US: fields(address.US, "address", "US"), CA: fields(address.CA, "address", "CA") },
  };
}
