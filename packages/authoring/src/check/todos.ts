import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../read/problem.js";

/** No TODO comment is left. */
export function checkTodos(root: string, only: string | undefined, report: Report): void {
  const folders = only === undefined ? ["us", "ca"].filter((name) => existsSync(join(root, name))) : [only];
  for (const folder of folders) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".yaml")) continue;
      const file = `${folder}/${name}`;
      for (const [index, line] of readFileSync(join(root, file), "utf8").split("\n").entries()) {
        const text = /(?:^|\s)# TODO:? (.*)$/.exec(line)?.[1];
        if (text !== undefined)
          report({
            file,
            line: index + 1,
            rule: "placeholder",
            message: `TODO ${shortened(text)}: do it, then remove the comment`,
          });
      }
    }
  }
}

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
