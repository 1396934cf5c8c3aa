import { agreed as agreedRecords } from "@withholding-forms/interview";

/** What the answers of several flows determine together. A key for which two of them differ is left out: the form asks. */
export function agreed<T>(all: readonly { readonly [key: string]: T }[]): Record<string, T> {
  return agreedRecords(all);
}
