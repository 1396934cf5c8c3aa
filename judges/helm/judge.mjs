// Helm accepts our chart, rejects wrong values, and makes of the default values exactly what Kustomize applies.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { parse, parseAllDocuments } from "yaml";
import { python, run } from "../tools.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const chart = join(root, "deploy/helm/withholding-forms");
const manifests = join(root, "deploy/kubernetes");

const wrong = [
  ["image.repository="],
  ["config.lower=1"],
  ["config.PORT=8080"],
  ["autoscaling.minReplicas=0"],
  ["autoscaling.targetCpuPercent=many"],
  ["unknown=1"],
  ["networkPolicy.unknown=true"],
];

export async function judge() {
  const requirements = fileURLToPath(new URL("requirements.txt", import.meta.url));
  const helm = join(dirname(await python("helm", requirements)), "helm");
  const violations = [];
  const template = async (...values) => {
    const words = values.flatMap((value) => ["--set", value]);
    const text = await run(helm, ["template", "withholding-forms", chart, ...words]);
    return parseAllDocuments(text).map((document) => document.toJS());
  };

  await run(helm, ["lint", "--strict", chart]).catch(({ message }) => violations.push(message));

  const made = new Map((await template()).map((manifest) => [manifest.kind, manifest]));
  const files = readdirSync(manifests).filter((name) => !/^kustomization\.yaml$|\.example\.yaml$/.test(name));
  for (const file of files) {
    const manifest = parse(readFileSync(join(manifests, file), "utf8"));
    const other = made.get(manifest.kind);
    if (other === undefined || !isDeepStrictEqual(plain(manifest), plain(other)))
      violations.push(`${file} and the chart's ${manifest.kind} differ`);
  }
  if (made.size !== files.length) violations.push(`the chart has ${[...made.keys()].join(", ")}`);

  for (const values of wrong)
    await template(...values).then(
      () => violations.push(`${values.join(" ")} is accepted`),
      () => {},
    );

  const chosen = await template(
    "networkPolicy.enabled=false",
    "image.tag=9.9.9",
    "agencyFiles.persistentVolumeClaim.claimName=agency",
    "imagePullSecrets[0].name=registry",
  );
  const pod = chosen.find(({ kind }) => kind === "Deployment").spec.template.spec;
  const expected = {
    image: "ghcr.io/withholding-forms/withholding-forms:9.9.9",
    mounted: ["/data", "/data/official"],
    volumes: ["data", "agency-files"],
    pull: [{ name: "registry" }],
    policies: 0,
  };
  const found = {
    image: pod.containers[0].image,
    mounted: pod.containers[0].volumeMounts.map(({ mountPath }) => mountPath),
    volumes: pod.volumes.map(({ name }) => name),
    pull: pod.imagePullSecrets,
    policies: chosen.filter(({ kind }) => kind === "NetworkPolicy").length,
  };
  if (!isDeepStrictEqual(found, expected)) violations.push(`chosen values make ${JSON.stringify(found)}`);

  return { cases: 1 + files.length + wrong.length + 1, violations };
}

/** Without what differs on purpose: the labels and the image of the release, and the number that restarts pods. */
function plain(value) {
  return JSON.parse(
    JSON.stringify(value, (key, member) => {
      if (key === "image" || key === "checksum/config") return undefined;
      if (key !== "labels") return member;
      const own = Object.entries(member).filter(
        ([name]) => !/^(?:helm\.sh\/chart|app\.kubernetes\.io\/(?:part-of|version))$/.test(name),
      );
      return own.length === 0 ? undefined : Object.fromEntries(own);
    }),
  );
}
