/** `2024.01.0` and `2024.1.0` are one version; the catalog prints the spelling without leading zeros. */
export function plainVersion(version: string): string | undefined {
  if (!/^[0-9]{1,4}\.[0-9]{1,3}\.[0-9]{1,3}$/.test(version)) return undefined;
  return version.split(".").map(Number).join(".");
}

/** Newest first. */
export function byVersion(left: string, right: string): number {
  const a = left.split(".").map(Number);
  const b = right.split(".").map(Number);
  for (let index = 0; index < 3; index++) {
    const difference = (b[index] ?? 0) - (a[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
