import { isObject } from "../problems/validation.js";

/** A line of NDJSON: the request, and what belongs to the line and not to the request. */
export interface RequestLine {
  /** The caller's name for the line; null without one. */
  readonly id: string | number | null;
  /** Makes a signature repeatable. */
  readonly idempotencyKey: string | undefined;
  /** The body of the single request. A member of the line with the wrong type stays in it, where it is unknown. */
  readonly body: unknown;
}

export function requestLine(value: unknown): RequestLine {
  if (!isObject(value)) return { id: null, idempotencyKey: undefined, body: value };
  const { id, idempotencyKey, ...body } = value;
  const hasId = typeof id === "string" || typeof id === "number";
  const hasKey = typeof idempotencyKey === "string";
  return {
    id: hasId ? id : null,
    idempotencyKey: hasKey ? idempotencyKey : undefined,
    body: {
      ...(hasId || id == null ? {} : { id }),
      ...(hasKey || idempotencyKey == null ? {} : { idempotencyKey }),
      ...body,
    },
  };
}
