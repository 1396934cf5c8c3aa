// Checks what we ship for known vulnerabilities and fails on serious ones. Some registry mirrors have no audit service;
// then this says so and passes.
import { spawnSync } from "node:child_process";

const args = ["audit", "--omit=dev", "--json", "--fetch-retries=0", "--fetch-timeout=20000"];
const { stdout, error } = spawnSync("npm", args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
const report = parse(stdout);
if (error !== undefined || report?.metadata?.vulnerabilities === undefined) {
  const reason = report?.message ?? report?.error?.summary ?? error?.message ?? "no report";
  console.log(
    `audit: the registry could not be asked (${String(reason).split("\n", 1)[0]}); nothing was checked.`,
  );
} else {
  const { high, critical, total } = report.metadata.vulnerabilities;
  const serious = Object.values(report.vulnerabilities ?? {}).filter(({ severity }) =>
    ["high", "critical"].includes(severity),
  );
  for (const { name, severity, range } of serious) console.log(`audit: ${severity}: ${name} ${range}`);
  console.log(`audit: ${total} findings, ${high + critical} of them high or critical.`);
  if (high + critical > 0) process.exitCode = 1;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
