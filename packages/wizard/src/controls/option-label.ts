/**
 * The label of an option. An agency's words can end with the one that joins them to the next option ("...; or"). It is then
 * shown between the two, and not as a part of what is chosen.
 */
export function optionLabel(label: string): { readonly text: string; readonly joint?: string } {
  const [, text, joint] = /^(.+);\s*(or|and|o|y|ou|et)$/su.exec(label.trim()) ?? [];
  return text === undefined || joint === undefined ? { text: label } : { text, joint };
}
