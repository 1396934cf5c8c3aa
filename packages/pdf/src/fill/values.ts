/** Values in the order of their names. Names that requests share, one list for all of them, are looked up in a form once. */
export class NamedValues {
  constructor(
    readonly names: readonly string[],
    readonly values: readonly (string | boolean)[],
  ) {}

  static of(values: Readonly<Record<string, string | boolean>>): NamedValues {
    return new NamedValues(Object.keys(values), Object.values(values));
  }

  byName(): Record<string, string | boolean> {
    return Object.fromEntries(
      this.names.map((name, index) => [name, this.values[index] as string | boolean]),
    );
  }
}
