export function buildPackage(target: string): Promise<void>;
