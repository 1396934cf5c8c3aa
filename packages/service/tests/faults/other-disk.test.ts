import { fileURLToPath } from "node:url";
import { newDataDir } from "@withholding-forms/testing/faults/service";
import { runNode } from "@withholding-forms/testing/programs";
import { expect, test } from "vitest";

const auditFile = fileURLToPath(new URL("../../dist/store/audit-file.js", import.meta.url));

const program = `
  import { statSync, symlinkSync, unlinkSync, writeFileSync, readFileSync } from "node:fs";
  const { fileAuditLog } = await import(${JSON.stringify(auditFile)});
  const log = fileAuditLog("data");
  await log.record({ requestId: "before" });
  writeFileSync("new/audit.jsonl", "");
  unlinkSync("data");
  symlinkSync("new", "data");
  await log.record({ requestId: "after" });
  const about = (path) => ({ inode: statSync(path).ino, text: readFileSync(path, "utf8") });
  console.log(JSON.stringify([about("old/audit.jsonl"), about("new/audit.jsonl")]));
`;

// Two disks, seen by the program only; the first file on each has the same number there.
const twoDisks =
  'mkdir old new && mount -t tmpfs none old && mount -t tmpfs none new && ln -s old data && exec "$@"';

test("when the data folder moves to another disk, audit events follow it, also into a file of the same number", async () => {
  const root = process.getuid?.() === 0 ? [] : ["--map-root-user"];
  const { stdout } = await runNode(["--input-type=module", "-e", program], {
    cwd: newDataDir(),
    within: (command) => ["unshare", ...root, "--mount", "sh", "-c", twoDisks, "sh", ...command],
  });
  const [before, after] = JSON.parse(stdout);
  expect(after.inode).toBe(before.inode);
  expect(JSON.parse(before.text)).toMatchObject({ requestId: "before", sequence: 1 });
  expect(JSON.parse(after.text)).toMatchObject({ requestId: "after", sequence: 2 });
});
