/** US Letter, in points; distances are measured from the upper left corner, as a page is read. */
export const sheet = {
  width: 612,
  height: 792,
  left: 36,
  right: 576,
  top: 36,
  /** Lowest edge of the footer. */
  bottom: 762,
} as const;

export const rule = { hair: 0.5, medium: 0.9, heavy: 1.6 } as const;

/** How tightly a form is set. Distances between things are whole or half steps of `grid`. */
export interface Theme {
  readonly body: number;
  readonly leading: number;
  /** Notes, instructions in small print. */
  readonly small: number;
  readonly smallLeading: number;
  /** Words over or under a field. */
  readonly label: number;
  readonly labelLeading: number;
  /** Half a line of body text. */
  readonly grid: number;
  readonly heading: number;
  readonly section: number;
}

/** From roomy to tight: a form takes the roomiest one that does not cost it another page. */
export const themes: readonly Theme[] = [
  {
    body: 9.5,
    leading: 12,
    small: 8,
    smallLeading: 10,
    label: 7,
    labelLeading: 8.5,
    grid: 6,
    heading: 10.5,
    section: 11,
  },
  {
    body: 9,
    leading: 11,
    small: 7.5,
    smallLeading: 9.25,
    label: 6.75,
    labelLeading: 8,
    grid: 5.5,
    heading: 10,
    section: 10.5,
  },
  {
    body: 8.5,
    leading: 10,
    small: 7.25,
    smallLeading: 8.75,
    label: 6.5,
    labelLeading: 7.5,
    grid: 5,
    heading: 9.5,
    section: 10,
  },
];

/** Widths of the columns every page shares, so that boxes are under each other. */
export const column = {
  /** The left margin with the section's label. */
  label: 80,
  /** Between the label column's rule and the words next to it. */
  inset: 7,
  /** The line's number, repeated before its box. */
  cell: 27,
  amount: 84,
  inner: 66,
  /** A box for words instead of an amount. */
  wide: 190,
} as const;
