export const apiFile: string;
export function typesOf(description: object): Promise<string>;
