import type { PrintedField } from "@withholding-forms/catalog/model/printed-field";
import type { Field, FormLayout } from "@withholding-forms/pdf";
import { lineNumber } from "./line-number.js";

/** A box of the page that we draw: what it says, and what prints in it. */
export interface OurBox {
  readonly name: string;
  readonly kind: "text" | "check";
  /** Expression. */
  readonly value: string;
  /** The words at the box, as drawn. */
  readonly label: string;
  /** The words over several boxes: the question of a choice, the section. */
  readonly about: string;
  /** `3a`, where the line has a number. */
  readonly number?: string;
  readonly role?: PrintedField["role"];
  readonly private: boolean;
  /** A short box inside the words of a line, before the line's own. */
  readonly inner: boolean;
}

/** In the order of the page, which is that of the agency's. */
export function ourBoxes(layout: FormLayout, printed: readonly PrintedField[]): OurBox[] {
  const fields = new Map(printed.map((field) => [field.name, field]));
  const boxes: OurBox[] = [];
  let section = "";
  const add = (
    field: Field | undefined,
    label: string,
    about: string,
    number?: string,
    inner = false,
  ): void => {
    const source = field === undefined ? undefined : fields.get(field.name);
    if (source === undefined) return;
    const [, first = "", rest = ""] = /^(\S+)\s+(.*)$/s.exec(label) ?? [];
    const own = number ?? (rest === "" || /^[A-Za-z]$/.test(first) ? undefined : lineNumber(first));
    boxes.push({
      name: source.name,
      kind: source.kind,
      value: source.value,
      label,
      about,
      ...(own === undefined ? {} : { number: own }),
      ...(source.role === undefined ? {} : { role: source.role }),
      private: source.private === true,
      inner,
    });
  };
  for (const block of layout.blocks) {
    if (block.kind === "section") section = [block.label, block.title].filter(Boolean).join(" ");
    else if (block.kind === "row" || block.kind === "signature")
      for (const { field, label } of block.cells) add(field, label, section);
    else if (block.kind === "line") {
      const number = block.number === undefined ? undefined : lineNumber(block.number);
      const words = [block.lead, block.text].filter(Boolean).join(" ");
      add(block.inner, words, section, number, true);
      add(block.field, words, section, number);
    } else if (block.kind === "choices") {
      const number = block.number === undefined ? undefined : lineNumber(block.number);
      const about = [block.lead, block.text].filter(Boolean).join(" ");
      for (const { field, lead, text } of block.options)
        add(field, [lead, text].filter(Boolean).join(" "), about === "" ? section : about, number);
    }
  }
  return boxes;
}
