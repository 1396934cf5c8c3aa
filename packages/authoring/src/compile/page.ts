import type { PrintedField } from "@withholding-forms/catalog/model/printed-field";
import type { TableData, TableValue } from "@withholding-forms/catalog/model/table";
import type { Signer } from "@withholding-forms/contract";
import type { Language } from "@withholding-forms/interview";
import type { Block, Field, FormLayout } from "@withholding-forms/pdf";
import type { Path, Source } from "../read/source.js";
import { rowText } from "../resolve/rows.js";
import type { AnswerKind } from "../schema/answers.js";
import type {
  BlockSource,
  CellSource,
  ChoicesSource,
  LineSource,
  LookupSource,
  RepeatSource,
  SignSource,
} from "../schema/page.js";
import type { QuestionSource } from "../schema/questions.js";
import { type KeyedBlocks, orderedBlocks } from "./block-order.js";
import type { Context } from "./context.js";
import { optionName, withDistinctNames } from "./field-names.js";
import { answerKind, optionsOf, rawQuestions, tablesIn } from "./questions.js";

export interface CompiledPage {
  readonly layout: FormLayout;
  readonly fields: readonly (PrintedField & {
    readonly source: Source;
    readonly path: Path;
    /** The box of an option: it is on the form even if an employee who chooses it may not use the form. */
    readonly ofOption: boolean;
  })[];
}

/** The page in the language of its edition. */
export function compilePage(context: Context, language: Language): CompiledPage {
  const { form, page } = context.form;
  const sheet = page.data;
  const identity = form.data;
  const number = identity.prints ?? identity.name;
  const { words } = context.content.blocks.data;
  const say = (path: Path, sentence: string): string => context.say(page, path, sentence, language);
  const sayShared = (key: keyof typeof words): string =>
    context.say(context.content.blocks, ["words", key], words[key], language);
  const drawing = new Drawing(context, language);
  drawing.add(page, ["blocks"], sheet.blocks);
  const footer = sayShared("substitute")
    .replace("{name}", number)
    .replace("{revision}", identity.revision)
    .replace("{agency}", identity.agency);
  return {
    layout: {
      language,
      title: `${sayShared("form")} ${number}: ${identity.title}`,
      head: {
        kind: sayShared("form"),
        number,
        title: identity.title,
        agency: identity.agency,
        revision: identity.revision,
        ...(sheet.year === undefined ? {} : { year: say(["year"], sheet.year) }),
        ...(sheet.instruction === undefined ? {} : { instruction: say(["instruction"], sheet.instruction) }),
        ...(sheet.marking === undefined ? {} : { marking: say(["marking"], sheet.marking) }),
      },
      blocks: withDistinctNames(drawing.blocks),
      footer,
      pageNumber: sayShared("page"),
    },
    fields: drawing.fields,
  };
}

/** Every question of the form by id; of one that is in several sets, the first. */
export function questionsById(context: Context): ReadonlyMap<string, QuestionSource> {
  const found = new Map<string, QuestionSource>();
  for (const [id, question] of allQuestions(context)) if (!found.has(id)) found.set(id, question);
  return found;
}

export function allQuestions(context: Context): (readonly [string, QuestionSource])[] {
  const { sets, federalSets } = rawQuestions(context.form.questions);
  return [...Object.values(sets), ...Object.values(federalSets ?? {})].flatMap((set) =>
    Object.entries(set.questions),
  );
}

/** Where a question's words are in questions.yaml. */
export function questionPath(context: Context, id: string, key: string): Path {
  const { sets, federalSets } = rawQuestions(context.form.questions);
  for (const [group, all] of Object.entries({ sets, federalSets: federalSets ?? {} })) {
    for (const [setId, set] of Object.entries(all)) {
      if (Object.hasOwn(set.questions, id)) return [group, setId, "questions", id, key];
    }
  }
  return [];
}

class Drawing {
  readonly blocks: Block[] = [];
  readonly fields: CompiledPage["fields"][number][] = [];
  private readonly context: Context;
  private readonly language: Language;
  /** Whether the section being drawn is the employee's own. */
  private private = false;
  private readonly questions: ReadonlyMap<string, QuestionSource>;

  constructor(context: Context, language: Language) {
    this.context = context;
    this.language = language;
    this.questions = questionsById(context);
  }

  add(source: Source, path: Path, blocks: readonly BlockSource[] | KeyedBlocks): void {
    const ordered = orderedBlocks(blocks, (key, message) =>
      this.context.report(source, [...path, key], "field", message),
    );
    for (const [key, block] of ordered) this.addOne(source, [...path, key], block);
  }

  private addOne(source: Source, path: Path, raw: BlockSource): void {
    const say = (sentence: string): string => this.context.say(source, path, sentence, this.language);
    const number = "number" in raw && raw.number !== undefined ? { number: raw.number } : {};
    if ("use" in raw) return this.use(source, path, raw.use);
    if ("repeat" in raw) return this.repeat(source, path, raw);
    if ("section" in raw) {
      this.private = raw.private === true;
      const label = raw.label === undefined ? {} : { label: say(raw.label) };
      this.blocks.push({ kind: "section", title: say(raw.section), ...label });
    } else if ("heading" in raw) this.blocks.push({ kind: "heading", text: say(raw.heading) });
    else if ("list" in raw) this.blocks.push({ kind: "list", items: raw.list.map(say) });
    else if ("row" in raw) {
      const cells = raw.row.map((cell) => ({
        label: say(cell.label),
        span: cell.span ?? 1,
        field: this.cell(source, path, cell, say),
      }));
      this.blocks.push({ kind: "row", cells });
    } else if ("line" in raw) this.line(source, path, raw, say);
    else if ("choices" in raw) this.choices(source, path, raw, say);
    else if ("check" in raw) {
      const text = this.text(source, path, raw.check, raw.text);
      const field = this.field(
        source,
        path,
        { name: raw.check, kind: "check", value: raw.on ?? raw.check },
        text,
      );
      this.blocks.push({ kind: "choices", ...number, columns: 1, options: [{ text, field }] });
    } else if ("table" in raw) {
      const { title, headers, rows } = raw.table;
      this.blocks.push({
        kind: "table",
        ...(title === undefined ? {} : { title: say(title) }),
        headers: headers.map(say),
        rows: rows.map((row) => row.map(say)),
      });
    } else if ("lookup" in raw) this.lookup(source, path, raw, say);
    else if ("declaration" in raw) this.declaration(source, path, raw.declaration);
    else if ("sign" in raw) this.sign(source, path, raw, say);
    else if ("pageBreak" in raw) this.blocks.push({ kind: "pageBreak" });
    else this.blocks.push({ kind: "text", text: say(raw.text), style: raw.style ?? "normal" });
  }

  /** A piece of this page (versions share those by `extends`), else a block that all forms share. */
  private use(source: Source, path: Path, name: string): void {
    const own = this.context.form.page.data.pieces?.[name];
    if (own !== undefined) return this.add(this.context.form.page, ["pieces", name], own);
    const shared = this.context.content.blocks;
    const { blocks } = shared.data;
    const found = Object.hasOwn(blocks, name) ? blocks[name] : undefined;
    if (found === undefined)
      this.context.report(
        source,
        path,
        "field",
        `there is no piece and no shared block "${name}": name one of this page or of blocks.yaml`,
      );
    else this.add(shared, ["blocks", name], found);
  }

  /** Once per row; names and formulas mean the ids of the row. */
  private repeat(source: Source, path: Path, { repeat, blocks }: RepeatSource): void {
    const rows = this.context.form.rows.get(repeat);
    if (rows === undefined) {
      const known = [...this.context.form.rows.keys()].join(", ");
      const what = known === "" ? "questions.yaml has no `repeat`" : `name one of ${known}`;
      this.context.report(source, path, "field", `there is no repeat "${repeat}" in questions.yaml: ${what}`);
      return;
    }
    for (let row = 1; row <= rows.max; row++)
      blocks.forEach((block, index) => {
        this.addOne(source, [...path, "blocks", index], rowText(block, rows, row, "block"));
      });
  }

  private cell(source: Source, path: Path, cell: CellSource, say: (sentence: string) => string): Field {
    if (isNeverFilled(cell.value) && /signature/i.test(`${cell.name} ${cell.label}`)) {
      const message = `"${cell.name}" is a box to sign: put it into a \`sign\` block and name the signer with \`by\``;
      this.context.report(source, path, "field", message);
    }
    const kind = cell.comb === undefined ? (cell.multiline ? "multiline" : "text") : "comb";
    const field = this.field(
      source,
      path,
      { name: cell.name, kind: "text", value: cell.value },
      say(cell.tooltip ?? cell.label),
    );
    return {
      ...field,
      kind,
      ...(cell.comb === undefined ? {} : { cells: cell.comb }),
      ...(cell.align === undefined ? {} : { align: cell.align }),
    };
  }

  private line(source: Source, path: Path, raw: LineSource, say: (sentence: string) => string): void {
    const text = raw.line === false ? say(raw.text ?? "") : this.text(source, path, raw.line, raw.text);
    const spoken = raw.number === undefined ? text : `${raw.number}. ${text}`;
    const inner =
      raw.inner === undefined
        ? {}
        : {
            inner: {
              ...this.field(
                source,
                path,
                {
                  name: raw.inner.name,
                  kind: "text",
                  value: raw.inner.value ?? this.printed(raw.inner.name),
                },
                spoken,
              ),
              align: "right" as const,
            },
          };
    const field =
      raw.line === false
        ? {}
        : {
            field: {
              ...this.field(
                source,
                path,
                { name: raw.line, kind: "text", value: raw.value ?? this.printed(raw.line) },
                spoken,
              ),
              align: "right" as const,
              ...(raw.comb === undefined ? {} : { kind: "comb" as const, cells: raw.comb }),
              ...(raw.wide === true ? { wide: true, align: "left" as const } : {}),
            },
          };
    this.blocks.push({
      kind: "line",
      ...(raw.number === undefined ? {} : { number: raw.number }),
      text,
      ...inner,
      ...field,
      ...(raw.unit === undefined ? {} : { unit: raw.unit }),
      ...(raw.total === undefined ? {} : { total: raw.total }),
    });
  }

  private choices(source: Source, path: Path, raw: ChoicesSource, say: (sentence: string) => string): void {
    const question = this.questions.get(raw.choices);
    if (question === undefined) {
      this.context.report(
        source,
        path,
        "field",
        `there is no question "${raw.choices}": name one of questions.yaml`,
      );
      return;
    }
    const kind = answerKind(this.context, question);
    const fault = choicesFault(raw, kind, optionsOf(question, kind).size);
    if (fault !== undefined) this.context.report(source, path, "field", fault);
    const asked = this.text(source, path, raw.choices, raw.text);
    const spoken = raw.number === undefined ? asked : `${raw.number}. ${asked}`;
    const options = [...optionsOf(question, kind)].map(([value, words]) => {
      const text = this.context.say(source, path, raw.labels?.[value] ?? words, this.language);
      const on =
        raw.value !== undefined
          ? `(${raw.value}) == "${value}"`
          : kind.value === "multi"
            ? `includes(${raw.choices}, "${value}")`
            : kind.value === "boolean"
              ? `answered(${raw.choices}) and ${value === "true" ? "" : "not "}${raw.choices}`
              : `${raw.choices} == "${value}"`;
      const name = `${raw.choices}_${value.replace(/[^A-Za-z0-9_]/g, "_")}`;
      const field = { name, kind: "check", value: on } as const;
      return { text, field: this.field(source, path, field, optionName(spoken, text), true) };
    });
    const head = {
      ...(raw.number === undefined ? {} : { number: raw.number }),
      ...(raw.text === undefined ? {} : { text: say(raw.text) }),
    };
    this.blocks.push({ kind: "choices", ...head, columns: raw.columns ?? 1, options });
  }

  private lookup(source: Source, path: Path, raw: LookupSource, say: (sentence: string) => string): void {
    const title = raw.title === undefined ? {} : { title: say(raw.title) };
    const [name = "", ...words] = raw.lookup.split(".");
    let table: TableData | TableValue | undefined = tablesIn(this.context, this.language)[name];
    for (const word of words)
      table = typeof table === "object" && "words" in table ? table.words[word] : undefined;
    if (typeof table !== "object" || "words" in table) {
      this.context.report(
        source,
        path,
        "field",
        `there is no table "${raw.lookup}" to print: name a table of questions.yaml, with a dot before each word`,
      );
      return;
    }
    const bound = (bounds: readonly number[], index: number): string => {
      const next = bounds[index + 1];
      const from = grouped(bounds[index] ?? 0);
      return next === undefined ? `${from} +` : `${from} - ${grouped(next - 1)}`;
    };
    const lower = table.rows.map((row) => Number(row[0] ?? 0));
    const { columns } = table;
    const heading = raw.columns === undefined ? undefined : say(raw.columns);
    if (columns === undefined && heading === undefined) {
      const message = `the values of "${raw.lookup}" have no heading, so they are not printed: add \`columns\``;
      this.context.report(source, path, "field", message);
    }
    // A table with one key has one column of values; with two keys the heading spans the columns.
    const values = columns === undefined ? [heading ?? ""] : columns.map((_, index) => bound(columns, index));
    this.blocks.push({
      kind: "table",
      ...title,
      ...(columns === undefined || heading === undefined ? {} : { spanner: heading }),
      headers: [raw.rows === undefined ? "" : say(raw.rows), ...values],
      rows: table.rows.map((row, index) => [bound(lower, index), ...row.slice(1).map(grouped)]),
    });
  }

  private declaration(source: Source, path: Path, name: string): void {
    const statement = rawQuestions(this.context.form.questions).perjury[name];
    if (statement === undefined) {
      this.context.report(
        source,
        path,
        "perjury",
        `there is no perjury statement "${name}": name one of questions.yaml`,
      );
      return;
    }
    const text = this.context.say(this.context.form.questions, ["perjury", name], statement, this.language);
    if (text.includes("{{")) {
      const message = `the statement "${name}" has variables: print it as text with fields`;
      this.context.report(source, path, "perjury", message);
    } else this.blocks.push({ kind: "text", text, style: "declaration" });
  }

  private sign(source: Source, path: Path, raw: SignSource, say: (sentence: string) => string): void {
    if (typeof raw.sign === "string") return this.use(source, path, raw.sign);
    const signer = raw.by === undefined ? {} : { signer: signerOf[raw.by] };
    const when = raw.when === undefined ? {} : { when: raw.when };
    const cells = raw.sign.map((cell) => {
      const label = say(cell.label);
      const signed = signedField(cell);
      if (signed.role === "text" && raw.by === undefined)
        this.context.report(source, path, "field", `"${signed.name}" has no signer: name one with \`by\``);
      const field = this.field(source, path, { ...signed, ...signer, ...when }, label);
      return { label, span: cell.span ?? 1, field: { ...field, role: signed.role } };
    });
    this.blocks.push({ kind: "signature", label: say(raw.label ?? "Sign here"), cells });
  }

  private field(source: Source, path: Path, field: PrintedField, tooltip: string, ofOption = false): Field {
    this.fields.push({
      ...field,
      ...(this.private ? { private: true as const } : {}),
      source,
      path,
      ofOption,
    });
    return { name: field.name, kind: field.kind, tooltip };
  }

  /** The words of a line: its own, or the question's short label, or what the question asks. */
  private text(source: Source, path: Path, id: string, own: string | undefined): string {
    if (own !== undefined) return this.context.say(source, path, own, this.language);
    const question = this.questions.get(id);
    if (question === undefined) {
      this.context.report(
        source,
        path,
        "field",
        `"${id}" is not a question: give its line words of its own with \`text\``,
      );
      return "";
    }
    const at = questionPath(this.context, id, question.label === undefined ? "ask" : "label");
    return this.context.say(this.context.form.questions, at, question.label ?? question.ask, this.language);
  }

  /** How an answer prints by its kind. */
  private printed(id: string): string {
    const question = this.questions.get(id);
    if (question === undefined) return id;
    const kind = answerKind(this.context, question);
    if (kind.prints === "dollars" || kind.prints === "whole") return `${kind.prints}(${id})`;
    if (kind.prints === "date") return `date(${id}, "MM/DD/YYYY")`;
    if (kind.value === "text" && optionsOf(question, kind).size > 0) return `label(${id})`;
    return kind.value === "boolean" ? `${id} ? "X" : ""` : id;
  }
}

/** A box without any text next to it: its purpose is unknown. */
function choicesFault(raw: ChoicesSource, kind: AnswerKind, options: number): string | undefined {
  if (options === 0) return `"${raw.choices}" has no options, so it prints no box: use a line`;
  if (kind.value === "boolean" && raw.text === undefined && raw.labels === undefined)
    return `the boxes of "${raw.choices}" say only yes and no: add \`text\``;
  return undefined;
}

/** Left empty, to be filled in by hand. */
export function isNeverFilled(value: string): boolean {
  return value === "" || value === '""';
}

const signerOf: Readonly<Record<NonNullable<SignSource["by"]>, Signer>> = {
  employer: "EMPLOYER",
  withholdingAgent: "WITHHOLDING_AGENT",
  notary: "NOTARY",
};

function signedField(
  cell: Exclude<SignSource["sign"], string>[number],
): PrintedField & Required<Pick<PrintedField, "role">> {
  if ("signature" in cell)
    return { name: cell.signature, kind: "text", value: "employee.fullName", role: "signature" };
  if ("text" in cell) return { name: cell.text, kind: "text", value: cell.value ?? '""', role: "text" };
  const format = cell.format ?? "MM/DD/YYYY";
  return { name: cell.date, kind: "text", value: "today", role: "date", format };
}

function grouped(value: TableValue): string {
  return value.toLocaleString("en-US");
}
