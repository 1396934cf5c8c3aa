import type { Block, Field } from "@withholding-forms/pdf";

/**
 * The blocks, with a different name for screen readers on every field. Many forms have two boxes "City or town": the title
 * of their section then comes first, or a number follows if they are in the same section.
 */
export function withDistinctNames(blocks: readonly Block[]): readonly Block[] {
  const placed = placedFields(blocks);
  const inSection = distinct(placed, ({ section, tooltip }) =>
    section === "" ? tooltip : `${section}: ${tooltip}`,
  );
  const numbered = distinct(inSection, ({ tooltip }, place) => `${tooltip} (${place})`);
  const names = new Map(numbered.map(({ name, tooltip }) => [name, tooltip]));
  return blocks.map((block) => mapFields(block, (field) => ({ ...field, tooltip: names.get(field.name)! })));
}

/** The name of a box of a choice: what is asked, then the option. */
export function optionName(asked: string, option: string): string {
  return `${asked}${/[.:?!…]$/.test(asked) ? " " : ": "}${option}`;
}

interface PlacedField {
  readonly name: string;
  readonly tooltip: string;
  readonly section: string;
}

/** A field that is in several places is one field, in the section where it is first. */
function placedFields(blocks: readonly Block[]): PlacedField[] {
  const found = new Map<string, PlacedField>();
  let section = "";
  for (const block of blocks) {
    if (block.kind === "section") section = block.title;
    mapFields(block, (field) => {
      if (!found.has(field.name))
        found.set(field.name, { name: field.name, tooltip: field.tooltip, section });
      return field;
    });
  }
  return [...found.values()];
}

/** Renames those that have a name in common. They are counted from 1. */
function distinct(
  fields: readonly PlacedField[],
  rename: (field: PlacedField, place: number) => string,
): PlacedField[] {
  const byTooltip = new Map<string, PlacedField[]>();
  for (const field of fields) byTooltip.set(field.tooltip, [...(byTooltip.get(field.tooltip) ?? []), field]);
  return fields.map((field) => {
    const same = byTooltip.get(field.tooltip)!;
    return same.length === 1 ? field : { ...field, tooltip: rename(field, same.indexOf(field) + 1) };
  });
}

function mapFields(block: Block, change: (field: Field) => Field): Block {
  switch (block.kind) {
    case "row":
    case "signature":
      return { ...block, cells: block.cells.map((cell) => ({ ...cell, field: change(cell.field) })) };
    case "choices":
      return {
        ...block,
        options: block.options.map((option) => ({ ...option, field: change(option.field) })),
      };
    case "line":
      return {
        ...block,
        ...(block.inner === undefined ? {} : { inner: change(block.inner) }),
        ...(block.field === undefined ? {} : { field: change(block.field) }),
      };
    default:
      return block;
  }
}
