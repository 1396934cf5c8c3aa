import type { Import } from "./imports.js";

/** Which entry points of the workspace's packages a package may import. */
export const packageArrows: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  interview: ["contract"],
  pdf: [],
  address: [],
  catalog: ["contract", "contract/typebox", "interview", "pdf", "pdf/build", "pdf/drawing"],
  client: ["contract", "interview"],
  service: [
    ...[
      "address",
      "catalog",
      "catalog/agency",
      "catalog/authoring",
      "client",
      "contract",
      "contract/schemas",
    ],
    ...["contract/typebox", "interview", "pdf", "pdf/seal"],
  ],
  wizard: ["client"],
  testing: ["address", "catalog", "client", "pdf", "pdf/build", "pdf/seal", "service"],
  bench: ["address", "catalog", "catalog/authoring", "pdf", "pdf/build", "pdf/seal", "service"],
};

/** Which other folders of its package a folder may import. A package without an entry has no folders yet. */
export const folderArrows: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  catalog: {
    model: [],
    agency: ["model"],
    register: ["model"],
    runtime: ["model", "agency", "register"],
    authoring: ["model", "agency", "runtime"],
    "index.ts": ["model", "agency", "register", "runtime"],
    "agency.ts": ["agency"],
    "authoring.ts": ["authoring", "model"],
  },
  service: {
    vendor: [],
    "cache.ts": [],
    "json-text.ts": [],
    "operator-error.ts": [],
    "config.ts": ["operator-error.ts"],
    problems: [],
    store: ["cache.ts", "config.ts", "json-text.ts", "operator-error.ts"],
    auth: ["cache.ts", "problems", "store", "vendor"],
    limits: ["config.ts", "problems"],
    seal: ["config.ts", "operator-error.ts"],
    app: ["cache.ts", "config.ts", "operator-error.ts", "problems", "seal", "store"],
    telemetry: ["app", "config.ts", "problems", "vendor"],
    http: [
      ...[
        "app",
        "auth",
        "cache.ts",
        "config.ts",
        "json-text.ts",
        "limits",
        "problems",
        "seal",
        "store",
        "telemetry",
        "vendor",
      ],
    ],
    process: [
      "app",
      "auth",
      "config.ts",
      "http",
      "limits",
      "operator-error.ts",
      "seal",
      "store",
      "telemetry",
    ],
    cli: [
      ...[
        "app",
        "auth",
        "cache.ts",
        "config.ts",
        "limits",
        "operator-error.ts",
        "problems",
        "process",
        "seal",
        "store",
      ],
    ],
    "index.ts": ["auth", "config.ts", "http", "process", "seal", "store"],
    // The program: the only file that imports the commands.
    "main.ts": ["cli", "operator-error.ts", "process"],
  },
  wizard: {
    messages: [],
    styles: [],
    "browser-back.ts": [],
    "leave.ts": [],
    // The session knows no pages.
    session: ["messages"],
    // Loaded from the service when a form is shown: only its types are known elsewhere.
    viewer: [],
    controls: ["messages", "session", "viewer"],
    pages: ["controls", "messages", "regions.json", "session"],
    "element.ts": ["browser-back.ts", "controls", "leave.ts", "messages", "pages", "session", "styles"],
    "index.ts": ["element.ts", "session"],
    site: ["index.ts"],
  },
};

/** Every import that no arrow allows, as `from -> to`. Tests may import anything; nothing else may import a test. */
export function forbidden(imports: readonly Import[]): string[] {
  return imports
    .filter((one) => !isTest(one.from) && !isAllowed(one))
    .map(({ from, to }) => `${from} -> ${to}`);
}

function isAllowed({ from, to }: Import): boolean {
  const here = placeOf(from)!;
  const name = /^@withholding-forms\/(.+)$/.exec(to)?.[1];
  if (name !== undefined) return packageArrows[here.package]?.includes(name) === true;
  const there = placeOf(to);
  if (there === undefined) return !to.startsWith("packages/") && !to.startsWith("bench/");
  if (there.package !== here.package || isTest(to)) return false;
  const folders = folderArrows[here.package];
  if (folders === undefined || here.folder === there.folder) return true;
  return folders[here.folder]?.includes(there.folder) === true;
}

interface Place {
  readonly package: string;
  /** The folder right below `src`, or the file's name where it is in none. */
  readonly folder: string;
}

function placeOf(path: string): Place | undefined {
  const found = /^(?:packages\/)?([^/]+)\/src\/([^/]+)/.exec(path);
  return found === null ? undefined : { package: found[1]!, folder: found[2]! };
}

export function isTest(path: string): boolean {
  return path.endsWith(".test.ts") || path.includes("/test/") || path.startsWith("packages/testing/");
}
