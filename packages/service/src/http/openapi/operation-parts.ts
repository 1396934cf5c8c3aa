import type { TProperties, TSchema } from "@withholding-forms/contract/typebox";

/** What a route says about itself. */
export interface Operation {
  readonly operationId: string;
  readonly tag: "Forms" | "Questions" | "PDF and Tax Parameters" | "Documentation" | "Authentication";
  readonly summary: string;
  readonly description: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: TProperties;
  readonly headers?: Readonly<Record<string, HeaderParameter>>;
  readonly body?: TSchema;
  /** Media types of the body; JSON by default. */
  readonly consumes?: readonly string[];
  readonly ok: {
    readonly schema: TSchema;
    readonly types: readonly string[];
    /** By media type, if it has another schema. */
    readonly schemas?: Readonly<Record<string, TSchema>>;
    /** The response to the example request, abbreviated. By default, the example of the schema. */
    readonly example?: unknown;
    /** Headers besides those that many operations have. */
    readonly headers?: readonly string[];
  };
  /** The response depends only on the content and has an ETag. */
  readonly constant?: boolean;
  /** Sent with gzip or br if the caller accepts it. */
  readonly compressed?: boolean;
  /** The response is in the language of the caller. */
  readonly translated?: boolean;
  /** Can return a deprecated version. */
  readonly versioned?: boolean;
  /** Statuses with a problem document, besides those that every operation has. */
  readonly problems: readonly number[];
}

export interface HeaderParameter {
  readonly description: string;
  readonly example: string;
  readonly format?: string;
  readonly pattern?: string;
}
