import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { at, type Plain, type PlainObject, readYaml, yamlFiles } from "./test/files.js";

const folder = "deploy/kubernetes";
const kustomization = readYaml(`${folder}/kustomization.yaml`);
const files = yamlFiles(folder).filter((file) => !file.endsWith("/kustomization.yaml"));
const manifests = new Map(files.map((file) => [file, readYaml(file) as PlainObject]));
const kind = (name: string): PlainObject =>
  [...manifests.values()].find((manifest) => manifest["kind"] === name) as PlainObject;
const deployment = kind("Deployment");
const pod = at(deployment, "spec.template.spec");
const container = at(pod, "containers.0");

const broken: Readonly<Record<string, PlainObject>> = {
  "a misspelled member deep inside": edited(deployment, "spec.template.spec.containers.0.readynessProbe", {}),
  "a member of another kind": edited(kind("Service"), "spec.replicas", 2),
  "a text for a number": edited(deployment, "spec.template.spec.terminationGracePeriodSeconds", "45"),
  "a member that is missing": edited(kind("HorizontalPodAutoscaler"), "spec.maxReplicas", undefined),
  "a list that is none": edited(kind("NetworkPolicy"), "spec.policyTypes", "Ingress"),
};
const problems = typeProblems({ ...Object.fromEntries(manifests), ...broken });

test.each(files)("%s has only properties that Kubernetes knows, with the right types", (file) => {
  expect(problems.get(file)).toEqual([]);
});

test.each(Object.keys(broken))("%s fails", (name) => {
  expect(problems.get(name)).not.toEqual([]);
});

test("the kustomization applies every manifest except the examples", () => {
  const applied = (at(kustomization, "resources") as string[]).map((name) => `${folder}/${name}`);
  const examples = ["secret", "batch"].map((name) => `${folder}/${name}.example.yaml`);
  expect([...applied, ...examples].sort()).toEqual([...files].sort());
});

test("the batch has one pod per shard, which conforms to the restricted profile, too", () => {
  const job = kind("Job");
  const count = at(job, "spec.completions");
  expect(at(job, "spec.parallelism")).toBe(count);
  const [one, batch] = [at(job, "spec.template.spec"), at(job, "spec.template.spec.containers.0")];
  expect(at(batch, "args")).toEqual(
    expect.arrayContaining([`--shard=$(SHARD)/${count}`, "--output=/batch/forms/$(SHARD)"]),
  );
  expect(at(batch, "env.0")).toMatchObject({
    name: "SHARD",
    valueFrom: {
      fieldRef: { fieldPath: "metadata.annotations['batch.kubernetes.io/job-completion-index']" },
    },
  });
  expect(at(one, "securityContext")).toEqual(at(pod, "securityContext"));
  expect(at(batch, "securityContext")).toEqual(at(container, "securityContext"));
});

test("pods conform to the restricted profile", () => {
  expect(pod).toMatchObject({
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
  });
  for (const name of ["hostNetwork", "hostPID", "hostIPC", "hostUsers"])
    expect(at(pod, name)).toBeUndefined();
  expect(at(pod, "containers")).toHaveLength(1);
  expect(at(container, "securityContext")).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  });
  const volumes = at(pod, "volumes") as PlainObject[];
  expect(volumes.map((volume) => Object.keys(volume).filter((name) => name !== "name"))).toEqual([
    ["emptyDir"],
  ]);
});

test("probes check liveness and readiness", () => {
  expect(at(container, "startupProbe.httpGet.path")).toBe("/healthz");
  expect(at(container, "livenessProbe.httpGet.path")).toBe("/healthz");
  expect(at(container, "readinessProbe.httpGet.path")).toBe("/readyz");
  const { periodSeconds, failureThreshold } = at(container, "startupProbe") as Record<string, number>;
  // A store is tried for 30 s before a start is given up.
  expect(periodSeconds! * failureThreshold!).toBeGreaterThan(30);
});

test("a pod has time to drain: the pause before the signal, 3 s of notice and 30 s for pending requests", () => {
  const pause = Number(at(container, "lifecycle.preStop.sleep.seconds"));
  expect(pause).toBeGreaterThan(0);
  expect(at(pod, "terminationGracePeriodSeconds")).toBeGreaterThan(pause + 3 + 30);
  // As docs/operating.md says.
  expect([pause, at(pod, "terminationGracePeriodSeconds")]).toEqual([5, 45]);
});

test("a pod is one worker that requests one core, and its memory is planned and bounded as docs/operating.md says", () => {
  expect(at(kind("ConfigMap"), "data.WORKERS")).toBe("1");
  expect(at(container, "resources.requests.cpu")).toBe("1");
  expect(at(container, "resources.requests.memory")).toBe("384Mi");
  expect(at(container, "resources.limits.memory")).toBe("768Mi");
});

test("an update never removes a pod before another is ready", () => {
  expect(at(deployment, "spec.strategy.rollingUpdate.maxUnavailable")).toBe(0);
  expect(at(deployment, "spec.replicas")).toBeUndefined();
});

test("all manifests select the same pods", () => {
  const labels = at(deployment, "spec.template.metadata.labels");
  expect(at(deployment, "spec.selector.matchLabels")).toEqual(labels);
  expect(at(kind("Service"), "spec.selector")).toEqual(labels);
  expect(at(kind("PodDisruptionBudget"), "spec.selector.matchLabels")).toEqual(labels);
  expect(at(kind("NetworkPolicy"), "spec.podSelector.matchLabels")).toEqual(labels);
  for (const index of [0, 1])
    expect(at(pod, `topologySpreadConstraints.${index}.labelSelector.matchLabels`)).toEqual(labels);
  expect(at(kind("HorizontalPodAutoscaler"), "spec.scaleTargetRef")).toEqual({
    apiVersion: deployment["apiVersion"],
    kind: "Deployment",
    name: at(deployment, "metadata.name"),
  });
  expect(at(pod, "serviceAccountName")).toBe(at(kind("ServiceAccount"), "metadata.name"));
  expect(at(container, "envFrom.0.configMapRef.name")).toBe(at(kind("ConfigMap"), "metadata.name"));
  expect(at(container, "envFrom.1.secretRef.name")).toBe(at(kind("Secret"), "metadata.name"));
  expect(at(kind("Service"), "spec.ports.0.targetPort")).toBe(at(container, "ports.0.name"));
  expect(String(at(container, "ports.0.containerPort"))).toBe(at(kind("ConfigMap"), "data.PORT"));
  expect(at(container, "volumeMounts.0.mountPath")).toBe(at(kind("ConfigMap"), "data.DATA_DIR"));
});

test("at least three pods, so that losing a machine causes no outage", () => {
  const scaler = kind("HorizontalPodAutoscaler");
  expect(at(scaler, "spec.minReplicas")).toBeGreaterThanOrEqual(3);
  expect(at(scaler, "spec.maxReplicas")).toBeGreaterThan(Number(at(scaler, "spec.minReplicas")));
});

test("the autoscaler can double the pods every 15 seconds above 60% CPU, as docs/operating.md says", () => {
  const scaler = kind("HorizontalPodAutoscaler");
  expect(at(scaler, "spec.metrics")).toEqual([
    {
      type: "Resource",
      resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } },
    },
  ]);
  expect(at(scaler, "spec.behavior.scaleUp")).toMatchObject({
    stabilizationWindowSeconds: 0,
    selectPolicy: "Max",
  });
  expect(at(scaler, "spec.behavior.scaleUp.policies")).toContainEqual({
    type: "Percent",
    value: 100,
    periodSeconds: 15,
  });
});

/** A copy with one member set, or left out. */
function edited(manifest: PlainObject, path: string, value: Plain | undefined): PlainObject {
  const copy = structuredClone(manifest);
  const names = path.split(".");
  const last = names.pop() as string;
  const owner = at(copy, names.join(".")) as Record<string, Plain | undefined>;
  if (value === undefined) delete owner[last];
  else owner[last] = value;
  return copy;
}

/**
 * The compiler checks each manifest, written as a literal, against the types that are generated from the API
 * description of Kubernetes 1.30: an unknown member, a missing one and a wrong kind are all errors.
 */
function typeProblems(given: Readonly<Record<string, PlainObject>>): Map<string, string[]> {
  const place = mkdtempSync(join(tmpdir(), "withholding-forms-kubernetes-"));
  afterAll(() => rmSync(place, { recursive: true, force: true }));
  const { resolve } = createRequire(import.meta.url);
  const types = dirname(resolve("kubernetes-types/package.json"));
  const names = Object.keys(given);
  for (const [index, name] of names.entries()) {
    const { apiVersion, kind: type } = given[name] as { apiVersion: string; kind: string };
    const group = apiVersion.includes("/") ? apiVersion.replace(/\.k8s\.io/, "") : `core/${apiVersion}`;
    const text = JSON.stringify(given[name]);
    const source = `import type { ${type} } from "kubernetes-types/${group}";\nexport const made: ${type} = ${text};\n`;
    writeFileSync(join(place, `${index}.ts`), source);
  }
  const options = {
    strict: true,
    noEmit: true,
    types: [],
    module: "preserve",
    paths: { "kubernetes-types/*": [`${types}/*`] },
  };
  writeFileSync(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions: options }));
  let lines: string[] = [];
  try {
    execFileSync(process.execPath, [resolve("typescript/bin/tsc"), "-p", place, "--pretty", "false"], {
      cwd: place,
      encoding: "utf8",
    });
  } catch (error) {
    lines = String((error as { stdout?: unknown }).stdout).split("\n");
  }
  return new Map(names.map((name, index) => [name, lines.filter((line) => line.startsWith(`${index}.ts(`))]));
}
