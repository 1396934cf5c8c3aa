/** What all records say together. A key for which two of them differ is left out. */
export function agreed<T>(all: readonly { readonly [key: string]: T }[]): Record<string, T> {
  const entries = all.flatMap((one) => Object.entries(one));
  return Object.fromEntries<T>(
    entries.filter(([key, value]) => entries.every(([k, v]) => k !== key || v === value)),
  );
}
