import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

export interface Said {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** A command of the shell on one file of a folder. `$file` is the file. */
export interface Run {
  readonly tool: string;
  readonly command: string;
  readonly file: string;
}

/** One shell runs all commands: to start a process from a test worker, with all its memory, takes longer than most runs. */
export async function runOnFiles(
  folder: string,
  runs: readonly Run[],
): Promise<(tool: string, file: string) => Said> {
  const script = runs.map(
    ({ tool, command, file }) =>
      `file=${file}; ${command} >"${file}.${tool}.out" 2>"${file}.${tool}.err"; echo $? >"${file}.${tool}.code"`,
  );
  await promisify(execFile)("sh", ["-c", script.join("\n")], { cwd: folder });
  return (tool, file) => {
    const read = (kind: string): string => readFileSync(join(folder, `${file}.${tool}.${kind}`), "utf8");
    return { stdout: read("out"), stderr: read("err"), code: Number(read("code")) };
  };
}
