import { expect, test } from "vitest";
import { readConfig, variables } from "../../src/config.js";
import { at, type PlainObject, read, readYaml, yamlFiles } from "./test/files.js";

// The service ignores a misspelled variable.

const names = (settings: unknown): string[] => Object.keys((settings ?? {}) as PlainObject);
const compose = at(readYaml("deploy/compose.yaml"), "services.forms.environment") as Record<string, string>;
const manifests = yamlFiles("deploy/kubernetes").map(readYaml);
const settings = manifests.find((manifest) => at(manifest, "kind") === "ConfigMap");
const secret = manifests.find((manifest) => at(manifest, "kind") === "Secret");
/** The values of `ENV` have no spaces or quotes. */
const image = (/^ENV (.+)$/m.exec(read("Dockerfile"))?.[1] ?? "")
  .split(" ")
  .map((pair) => pair.split("=") as [name: string, value: string]);

test.each([
  ["compose.yaml", names(compose)],
  ["the ConfigMap", names(at(settings, "data"))],
  ["the Secret", names(at(secret, "stringData"))],
  ["the image", image.map(([name]) => name)],
])("%s sets only variables that the service reads", (_, used) => {
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((name) => !(name in variables))).toEqual([]);
});

test("containers have no other variables", () => {
  const deployment = manifests.find((manifest) => at(manifest, "kind") === "Deployment");
  expect(at(deployment, "spec.template.spec.containers.0.env")).toBeUndefined();
});

test("the service accepts the values of the manifests", () => {
  const given = { ...Object.fromEntries(image), ...(at(settings, "data") as Record<string, string>) };
  expect(readConfig({ ...given, ...(at(secret, "stringData") as Record<string, string>) })).toMatchObject({
    production: true,
    dataDir: "/data",
    host: "0.0.0.0",
    port: 8080,
    trustProxy: 1,
    tracing: { sampler: "parentbased_traceidratio", ratio: 0.01 },
  });
});

test("the service accepts the values of compose.yaml", () => {
  const given = Object.fromEntries(
    Object.entries(compose).map(([name, value]) => [
      name,
      // As Compose does it: what is set outside, here a password, else what is behind `:-`.
      value.replace(/\$\{\w+:(.)([^}]*)\}/g, (_whole, kind: string, rest: string) =>
        kind === "-" ? rest : "secret",
      ),
    ]),
  );
  expect(readConfig({ ...Object.fromEntries(image), ...given })).toMatchObject({
    production: true,
    publicUrl: "http://localhost:8080",
    trustProxy: 1,
    tracing: undefined,
  });
});
