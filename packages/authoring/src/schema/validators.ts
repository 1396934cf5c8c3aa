import { Ajv, type ValidateFunction } from "ajv";
import { ajvOptions } from "./ajv-options.js";
import { type Kind, schemas } from "./schemas.js";
import { withDefinitions } from "./with-definitions.js";

/**
 * Compiles the schema of a kind at its first use.
 */
export function validatorOf(kind: Kind): ValidateFunction {
  const known = validators.get(kind) ?? ajv.compile(withDefinitions(schemas[kind]));
  validators.set(kind, known);
  return known;
}

const ajv = new Ajv(ajvOptions);
const validators = new Map<Kind, ValidateFunction>();
