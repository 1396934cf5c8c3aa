export const middleNodeVersion: string;

/** Path of the program of a version, by default the image's. */
export function imageNode(version?: string): string;
