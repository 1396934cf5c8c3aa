// After `changeset version`: writes the version of the packages into everything else that has one.
//
//   node scripts/release/version.mjs
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Files with the version of the product, and the line that has it. */
export const places = [
  ["package.json", /^( {2}"version": ")[^"]+(",)$/m],
  ["deploy/helm/withholding-forms/Chart.yaml", /^(version: )\S+()$/m],
  ["deploy/helm/withholding-forms/Chart.yaml", /^(appVersion: )\S+()$/m],
  ["deploy/kubernetes/kustomization.yaml", /^( {4}newTag: )\S+()$/m],
  ["deploy/kubernetes/batch.example.yaml", /^( +image: \S+:)\S+()$/m],
  ["clients/python/pyproject.toml", /^(version = ")[^"]+(")$/m],
].filter(([file]) => existsSync(root + file));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = JSON.parse(readFileSync(`${root}packages/service/package.json`, "utf8"));
  for (const [file, line] of places)
    writeFileSync(root + file, readFileSync(root + file, "utf8").replace(line, `$1${version}$2`));
  console.log(version);
}
