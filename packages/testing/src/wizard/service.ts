import { type Catalog, loadCatalog } from "@withholding-forms/catalog";
import { listen } from "../service/built.js";

export interface TestService {
  readonly origin: string;
  /** The published OpenAPI description. */
  description(): object;
  close(): Promise<void>;
}

/** The real service with the real content, with the built wizard at `/`. `uncovered`: a jurisdiction without forms. */
export async function startService(uncovered?: string): Promise<TestService> {
  const { app, port, close } = await listen({ catalog: without(uncovered, loadCatalog()) });
  return { origin: `http://localhost:${port}`, description: () => app.swagger(), close };
}

/** The catalog as it was before a place's forms were written: one day there is no such place in the content. */
function without(code: string | undefined, catalog: Catalog): Catalog {
  if (code === undefined) return catalog;
  return {
    ...catalog,
    applicable(home, works, day, language) {
      const { flows, forms, problems } = catalog.applicable(home, works, day, language);
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
