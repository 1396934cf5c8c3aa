import type { Options } from "ajv";

/**
 * Each schema is used for a few hundred small files. Optimizing its code, or checking our own schema against the one of
 * JSON Schema, would not pay off.
 */
export const ajvOptions: Options = {
  allErrors: true,
  allowUnionTypes: true,
  strict: false,
  validateSchema: false,
  // Definitions are separate functions.
  inlineRefs: false,
  code: { optimize: false },
};
