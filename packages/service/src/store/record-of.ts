/** A row as an object: names in camel case, without nulls. */
export function recordOf<Data extends object>(row: object): Data {
  const members = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(
    members.map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as Data;
}
