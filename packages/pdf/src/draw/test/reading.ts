import type { Block, FormLayout, SectionBlock } from "../../layout.js";

/** The words of a layout in the order in which they must be read out. */
export function readingOrder(layout: FormLayout): string[] {
  const { head } = layout;
  let section: SectionBlock | undefined;
  return [
    head.marking,
    head.kind,
    head.number,
    head.agency,
    head.revision,
    head.title,
    head.instruction,
    head.year,
    ...layout.blocks.flatMap((block) => {
      if (block.kind === "section") section = block;
      return wordsOf(block, section);
    }),
  ].filter((words) => words !== undefined);
}

function wordsOf(block: Block, section: SectionBlock | undefined): (string | undefined)[] {
  switch (block.kind) {
    case "section":
      return [block.label, block.title];
    case "heading":
      return [block.text];
    case "text":
      return [block.lead, block.text];
    case "list":
      return block.items.flatMap((item) => ["\u2022", item]);
    case "row":
      return block.cells.map((cell) => cell.label);
    case "line":
      return [block.number, block.lead, block.text, block.unit];
    case "choices":
      return [block.number, block.lead, block.text, ...block.options.flatMap((o) => [o.lead, o.text])];
    case "table": {
      const [corner, ...headers] = block.headers;
      return [block.title, corner, block.spanner, ...headers, ...block.rows.flat()];
    }
    case "signature": {
      // The margin says "Sign here" once when it is the section's title already.
      const isRepeated =
        section?.label !== undefined && section.title.toLowerCase() === block.label.toLowerCase();
      return [isRepeated ? undefined : block.label, ...block.cells.map((cell) => cell.label)];
    }
    case "pageBreak":
      return [];
  }
}

/** Every field of a layout, in reading order. */
export function fieldsOf(layout: FormLayout) {
  return layout.blocks.flatMap((block) => {
    switch (block.kind) {
      case "row":
      case "signature":
        return block.cells.map((cell) => cell.field);
      case "line":
        return [block.inner, block.field].filter((field) => field !== undefined);
      case "choices":
        return block.options.map((option) => option.field);
      default:
        return [];
    }
  });
}
