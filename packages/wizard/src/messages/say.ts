/** A text with values in braces, such as `{count} forms`. Other words for a value of its own have that value as their key. */
export type Text = string | { readonly [exactly: `=${string}`]: string; readonly other: string };

/** The text with its values. The first value chooses the words. */
export function say(text: Text, values: Readonly<Record<string, string | number>>): string {
  const words = typeof text === "string" ? text : (text[`=${Object.values(values)[0]}`] ?? text.other);
  return words.replace(/\{(\w+)\}/g, (mark, name: string) => String(values[name] ?? mark));
}
