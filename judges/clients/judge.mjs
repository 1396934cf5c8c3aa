// Clients that public generators make from the OpenAPI description, in four languages. Each must compile and complete the
// whole journey: login, guided flows, a flow, a form, fillPdf in three modes, a 422, and a 401.
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withService } from "../service.mjs";
import { fromRegistry, python, run, workFolder } from "../tools.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
/** Settings and examples for other languages, which docs/generate.md offers. */
const offered = fileURLToPath(new URL("../../clients/generated", import.meta.url));
const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));
const fromService = createRequire(new URL("../../packages/service/package.json", import.meta.url));
const work = workFolder("clients");

const generator = {
  version: "7.19.0",
  sha256: "3d8140c691410e0004b1bb9b1e431c1293734830f30d6d5922f8e5dbf2e42e19",
};
const dependencyPlugin = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1";

/** What every journey prints, in this order. */
const steps = [
  "login",
  "guidedFlows",
  "guidedFlows in Canada",
  "flowQuestionSet",
  "formInformation",
  "formQuestionSet",
  "fillPdf PREVIEW",
  "fillPdf SIGN",
  "fillPdf SIGN_EXTERNALLY",
  "three different files",
  "422",
  "401",
];

const languages = {
  async Java(env) {
    const [client, libraries, classes] = ["java", "java-libraries", "java-classes"].map((name) =>
      join(work, name),
    );
    if (!existsSync(libraries)) {
      const copy = [`${dependencyPlugin}:copy-dependencies`, `-DoutputDirectory=${libraries}`];
      await fromRegistry("Maven Central", "mvn", ["-q", "-B", "-f", join(offered, "java/pom.xml"), ...copy]);
    }
    rmSync(classes, { recursive: true, force: true });
    const sources = readdirSync(join(client, "src/main/java"), { recursive: true })
      .filter((file) => file.endsWith(".java"))
      .map((file) => join(client, "src/main/java", file));
    const path = `${classes}:${join(libraries, "*")}`;
    await run("javac", [
      "-nowarn",
      "-d",
      classes,
      "-cp",
      path,
      ...sources,
      join(offered, "java/Journey.java"),
    ]);
    return run("java", ["-cp", path, "Journey"], { env });
  },
  async Python(env) {
    const program = await python("clients", join(here, "python/requirements.txt"));
    return run(program, [join(here, "python/journey.py")], {
      env: { ...env, PYTHONPATH: join(work, "python") },
    });
  },
  async Go(env) {
    const module = join(work, "go");
    const [client, journey] = [join(module, "client"), join(module, "journey")];
    cpSync(join(offered, "go"), journey, { recursive: true });
    const program = join(module, "journey-program");
    rmSync(join(client, "test"), { recursive: true, force: true });
    await fromRegistry("the Go module proxy", "go", ["build", "-o", program, "."], { cwd: journey });
    return run(program, [], { env });
  },
  async TypeScript(env) {
    const folder = join(work, "typescript");
    mkdirSync(folder, { recursive: true });
    const { default: openapiTS, astToString } = fromService("openapi-typescript");
    writeFileSync(join(folder, "api.ts"), astToString(await openapiTS(readFileSync(join(work, "api.yaml")))));
    copyFileSync(join(here, "typescript/journey.ts"), join(folder, "journey.ts"));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    const options = [
      "--strict",
      "--exactOptionalPropertyTypes",
      "--module",
      "nodenext",
      "--target",
      "es2022",
    ];
    const compile = [
      join(modules, "typescript/bin/tsc"),
      "journey.ts",
      "--outDir",
      "out",
      "--ignoreConfig",
      "--types",
      "node",
      ...options,
    ];
    await run(process.execPath, compile, { cwd: folder });
    return run(process.execPath, ["out/journey.js"], { cwd: folder, env });
  },
};

export async function judge() {
  return withService(async ({ baseUrl, apiKey }) => {
    await describe(baseUrl, apiKey);
    await generate();
    const violations = [];
    for (const [language, journey] of Object.entries(languages)) {
      const started = performance.now();
      try {
        const printed = (await journey({ BASE_URL: baseUrl, API_KEY: apiKey })).trimEnd().split("\n");
        const expected = steps.map((step) => `ok ${step}`);
        const first = expected.findIndex((line, index) => printed[index] !== line);
        if (first !== -1)
          violations.push(`${language}: expected "${expected[first]}", got "${printed[first]}"`);
        else
          console.log(
            `${language}: ${steps.length} steps, ${Math.round((performance.now() - started) / 1000)} s`,
          );
      } catch (error) {
        violations.push(`${language}: ${error.message}`);
      }
    }
    return { cases: steps.length * Object.keys(languages).length, violations };
  });
}

/** Writes the description that the service publishes to api.yaml. */
async function describe(baseUrl, apiKey) {
  const login = await fetch(`${baseUrl}/authentication/login`, { headers: { "api-key": apiKey } });
  const { accessToken } = await login.json();
  const headers = { authorization: `Bearer ${accessToken}` };
  writeFileSync(join(work, "api.yaml"), await (await fetch(`${baseUrl}/v1/docs/config`, { headers })).text());
}

/** The clients for Java, Python, Go and C#, in one process, because starting it takes most of the time. */
async function generate() {
  const jar = join(work, `openapi-generator-cli-${generator.version}.jar`);
  if (!existsSync(jar)) {
    const artifact = `org.openapitools:openapi-generator-cli:${generator.version}`;
    const copy = [`${dependencyPlugin}:copy`, `-Dartifact=${artifact}`, `-DoutputDirectory=${work}`];
    await fromRegistry("Maven Central", "mvn", ["-q", "-B", ...copy]);
  }
  const sha256 = createHash("sha256").update(readFileSync(jar)).digest("hex");
  if (sha256 !== generator.sha256)
    throw new Error(`${jar} is not the pinned file: its SHA-256 is ${sha256}.`);
  const settings = (name) => JSON.parse(readFileSync(join(offered, `${name}.json`), "utf8"));
  const clients = {
    java: { ...settings("java"), outputDir: join(work, "java") },
    python: { generatorName: "python", outputDir: join(work, "python") },
    go: { ...settings("go"), outputDir: join(work, "go/client") },
    // Only generated, because there is no compiler here.
    csharp: { ...settings("csharp"), outputDir: join(work, "csharp") },
  };
  const files = Object.entries(clients).map(([name, options]) => {
    rmSync(options.outputDir, { recursive: true, force: true });
    const file = join(work, `${name}.json`);
    writeFileSync(file, JSON.stringify({ ...options, inputSpec: join(work, "api.yaml") }));
    return file;
  });
  await run("java", ["-jar", jar, "batch", "--fail-fast", ...files]);
}
