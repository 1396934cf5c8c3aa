// For the weekly job: asks every agency for its files, compares them with the content, and writes build/agency-watch.md.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const most = 60_000;
const reports = ["data/official/watch.md", "data/adopt/adopt.md"];

for (const report of reports) rmSync(report, { force: true });
const args = (command) => ["packages/service/dist/main.js", "official", command, ...process.argv.slice(2)];
const failed = ["watch", "adopt"].flatMap((command, index) => {
  const { status } = spawnSync(process.execPath, args(command), { stdio: "inherit" });
  return existsSync(reports[index])
    ? []
    : [`\`official ${command}\` ended with ${status} and wrote no report.`];
});
const found = reports.filter((report) => existsSync(report)).map((report) => readFileSync(report, "utf8"));
mkdirSync("build", { recursive: true });
// An issue has room for 65,536 characters.
writeFileSync("build/agency-watch.md", [...failed, ...found].join("\n\n").slice(0, most));
