import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { OperatorError } from "../../operator-error.js";

/** Locks the folder against a second run. The lock of a process that no longer exists does not count. */
export function lockFolder(path: string, folder: string): () => void {
  const owner = ownerOf(path);
  if (owner !== undefined && owner.pid !== process.pid && startOf(owner.pid) === owner.start)
    throw new OperatorError(`Process ${owner.pid} is already using ${folder}. If it is not, delete ${path}.`);
  rmSync(path, { force: true });
  try {
    writeFileSync(path, `${process.pid} ${startOf(process.pid)}`, { flag: "wx" });
  } catch {
    throw new OperatorError(`${path} cannot be written, or another batch just started.`);
  }
  return () => rmSync(path, { force: true });
}

interface Owner {
  readonly pid: number;
  readonly start: string;
}

function ownerOf(path: string): Owner | undefined {
  try {
    const [pid = "", start = ""] = readFileSync(path, "utf8").split(" ");
    return /^[1-9][0-9]*$/.test(pid) ? { pid: Number(pid), start } : undefined;
  } catch {
    return undefined;
  }
}

/** When a process started, to detect a reused process ID. Undefined if there is no such process. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in parentheses, may contain anything; the 22nd field is the 20th after it.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return isAlive(pid) ? "" : undefined;
  }
}

/** For systems without /proc. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
