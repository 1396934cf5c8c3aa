import { rmSync } from "node:fs";
import { type Catalog, loadCatalog } from "@withholding-forms/catalog";
import { listen } from "../service/built.js";

export interface TestService {
  readonly origin: string;
  /** The published OpenAPI description. */
  description(): object;
}

// Vitest ends its workers with this signal, and Node would then skip what is to be done at the exit.
process.once("SIGTERM", () => process.exit());

const started = new Map<string | undefined, Promise<TestService>>();

/**
 * The real service with the real content, with the built wizard at `/try`. `uncovered`: a jurisdiction without forms. One
 * service for all test files of a worker; it ends with the worker.
 */
export function startService(uncovered?: string): Promise<TestService> {
  const known = started.get(uncovered);
  if (known !== undefined) return known;
  const service = startNow(uncovered);
  started.set(uncovered, service);
  return service;
}

async function startNow(uncovered: string | undefined): Promise<TestService> {
  const { app, port, dataDir } = await listen({ catalog: without(uncovered, loadCatalog()) });
  process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  return { origin: `http://localhost:${port}`, description: () => app.swagger() };
}

/** The catalog without the forms of a jurisdiction. */
function without(code: string | undefined, catalog: Catalog): Catalog {
  if (code === undefined) return catalog;
  return {
    ...catalog,
    applicable(home, works, day, language, payment) {
      const { flows, forms, problems } = catalog.applicable(home, works, day, language, payment);
      const missing = [home, ...works]
        .filter(({ region }) => region === code)
        .map(
          ({ addressId }) => ({ addressId, code: "JURISDICTION_NOT_COVERED", jurisdiction: code }) as const,
        );
      return {
        flows: flows.filter(({ locality }) => locality !== code),
        forms,
        problems: [...problems, ...missing],
      };
    },
  };
}
