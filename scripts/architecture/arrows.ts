import type { Import } from "./imports.js";

/** Which entry points of the workspace's packages a package may import. `catalog/model/` stands for every file of that folder. */
export const packageArrows: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  interview: ["contract"],
  pdf: [],
  address: [],
  estimate: [],
  catalog: ["contract", "contract/typebox", "interview", "pdf", "pdf/build", "pdf/drawing"],
  authoring: [
    ...["catalog/agency/", "catalog/model/", "catalog/runtime/", "contract", "contract/typebox"],
    ...["interview", "pdf", "pdf/build", "pdf/drawing"],
  ],
  client: ["contract", "estimate", "interview"],
  // Authoring is only loaded by `load-authoring.ts`, for commands that work on the content's sources.
  service: [
    ...[
      "address",
      "address/boundary-file",
      "authoring",
      "catalog",
      "catalog/agency",
      "client",
      "contract",
      "contract/schemas",
    ],
    ...["contract/typebox", "interview", "pdf", "pdf/seal"],
  ],
  wizard: ["client", "estimate"],
  testing: ["address", "authoring", "catalog", "client", "pdf", "pdf/build", "pdf/seal", "service"],
  bench: [
    "address",
    "address/boundary-file",
    "authoring",
    "catalog",
    "catalog/model/",
    "pdf",
    "pdf/build",
    "pdf/seal",
    "service",
  ],
};

/** Which other folders of its package a folder may import. A package without an entry has no folders yet. */
export const folderArrows: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  catalog: {
    model: [],
    agency: ["model"],
    register: ["model"],
    runtime: ["model", "agency", "register"],
    "index.ts": ["model", "agency", "register", "runtime"],
    "agency.ts": ["agency"],
  },
  authoring: {
    read: [],
    schema: ["read"],
    resolve: ["read", "schema"],
    compile: ["read", "resolve", "schema"],
    check: ["compile", "read", "resolve", "schema"],
    book: ["check", "compile", "read"],
    tools: ["check", "compile", "read", "resolve", "schema"],
    official: ["book", "check", "compile", "read", "resolve", "schema", "tools"],
    "cli.ts": ["book", "check", "compile", "read", "schema", "tools"],
    "index.ts": ["check", "compile", "official", "read"],
  },
  service: {
    vendor: [],
    "cache.ts": [],
    "operator-error.ts": [],
    "product-version.ts": [],
    "config.ts": ["operator-error.ts"],
    problems: [],
    store: ["cache.ts", "config.ts", "operator-error.ts"],
    auth: ["cache.ts", "operator-error.ts", "problems", "store", "vendor"],
    limits: ["cache.ts", "config.ts", "problems"],
    seal: ["config.ts", "operator-error.ts"],
    app: ["cache.ts", "config.ts", "operator-error.ts", "problems", "seal", "store"],
    telemetry: ["app", "config.ts", "problems", "vendor"],
    http: [
      ...[
        "app",
        "auth",
        "cache.ts",
        "config.ts",
        "limits",
        "problems",
        "product-version.ts",
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
        "product-version.ts",
        "seal",
        "store",
      ],
    ],
    "index.ts": ["auth", "config.ts", "http", "process", "seal", "store"],
    // The program: the only file that imports the commands.
    "main.ts": ["cli", "operator-error.ts", "process", "product-version.ts"],
  },
  wizard: {
    messages: [],
    styles: [],
    "browser-back.ts": [],
    "leave.ts": [],
    // The session knows no pages.
    session: ["messages", "zip-states.json"],
    // Loaded from the service when a form is shown: only its types are known elsewhere.
    viewer: [],
    "deliveries.ts": ["session"],
    "double-click.ts": [],
    "pdf-files.ts": [],
    controls: ["deliveries.ts", "messages", "session", "viewer"],
    pages: ["controls", "messages", "regions.json", "session"],
    "host-events.ts": ["messages", "pages", "session"],
    "element.ts": [
      "browser-back.ts",
      "controls",
      "deliveries.ts",
      "double-click.ts",
      "host-events.ts",
      "leave.ts",
      "messages",
      "pages",
      "pdf-files.ts",
      "session",
      "styles",
    ],
    "index.ts": ["element.ts", "host-events.ts", "session"],
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
  if (name !== undefined)
    return (packageArrows[here.package] ?? []).some((entry) =>
      entry.endsWith("/") ? name.startsWith(entry) : name === entry,
    );
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
