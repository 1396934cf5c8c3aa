/** Path of the program. */
export function imageNode(): string;
