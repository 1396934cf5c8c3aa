// For the weekly job: asks every agency for its files, compares them with the content, and writes build/agency-watch.md.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

// An issue has room for 65,536 characters.
const most = 60_000;
const states = ["new-revision", "differs-in-amounts", "differs-in-words", "needs-binding", "not-reachable"];
const [watched, adopted] = ["data/official/watch.md", "data/adopt/adopt.json"];

rmSync(watched, { force: true });
const run = (command) =>
  spawnSync(
    process.execPath,
    ["packages/service/dist/main.js", "official", command, ...process.argv.slice(2)],
    {
      stdio: "inherit",
    },
  ).status;
const codes = { watch: run("watch"), adopt: run("adopt") };
const results = existsSync(adopted) ? JSON.parse(readFileSync(adopted, "utf8")).results : [];
// Text of agencies and servers is no markup.
const plain = (text) => text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>|~&#!@]/g, "\\$&");
const queue = states.map((state) => {
  const lines = results
    .filter((one) => one.state === state)
    .map((one) => `- ${plain(`${one.formId} ${one.version}: ${one.message} (${one.address})`)}\n`);
  return `## ${state}: ${lines.length}\n\n${lines.join("")}`;
});
const report = [
  `\`official watch\` ended with ${codes.watch}, \`official adopt\` with ${codes.adopt}. See docs/official.md.`,
  "# Files compared with the content",
  ...queue,
  existsSync(watched) ? readFileSync(watched, "utf8") : "There is no report of `official watch`.",
];
mkdirSync("build", { recursive: true });
writeFileSync("build/agency-watch.md", report.join("\n\n").slice(0, most));
