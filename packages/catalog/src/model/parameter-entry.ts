import type { CompiledParameter } from "./form.js";

/** A tax parameter of the vocabulary, and every form version that can return it. */
export interface ParameterEntry
  extends Pick<CompiledParameter, "id" | "type" | "about" | "period" | "values" | "together"> {
  readonly locality: string;
  readonly forms: readonly { readonly id: string; readonly version: string }[];
}
