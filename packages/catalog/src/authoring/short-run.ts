import { setFlagsFromString } from "node:v8";

/**
 * Lets V8 optimize only what runs very often, for a command that ends after two seconds. By default Node 20 spends about a
 * third of the CPU time of such a command on optimizing in four threads, which keep the others waiting where there are
 * two cores. Later versions of Node have a compiler between the quick and the thorough one, and other settings.
 */
export function expectShortRun(): void {
  if (process.versions.v8.startsWith("11.")) setFlagsFromString("--interrupt-budget=1000000");
}
