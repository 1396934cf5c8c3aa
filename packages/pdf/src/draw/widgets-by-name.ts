import type { Page, Widget } from "./ink.js";

interface PlacedWidget {
  readonly widget: Widget;
  /** Index of its page. */
  readonly page: number;
}

/** The places of each field, in reading order. Throws for names and kinds that a file cannot have. */
export function widgetsByName(pages: readonly Page[]): ReadonlyMap<string, readonly PlacedWidget[]> {
  const byName = new Map<string, PlacedWidget[]>();
  for (const [page, { widgets }] of pages.entries()) {
    for (const { widget } of widgets) {
      const { name, kind } = widget.field;
      if (name === "" || name.includes(".")) throw new Error(`"${name}" cannot be the name of a field.`);
      const same = byName.get(name) ?? [];
      if (same.some((other) => other.widget.field.kind !== kind))
        throw new Error(`The field "${name}" is drawn twice, as different kinds.`);
      byName.set(name, [...same, { widget, page }]);
    }
  }
  return byName;
}
