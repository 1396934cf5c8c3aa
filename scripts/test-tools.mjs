// Brings in what the tests need besides npm packages: independent PDF tools and a browser, from Debian's packages.
import { execFileSync, spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const needed = {
  qpdf: "qpdf",
  pdftotext: "poppler-utils",
  mutool: "mupdf-tools",
  chromium: "chromium",
};

const missing = [
  ...new Set(
    Object.entries(needed)
      .filter(([program]) => !found(program))
      .map(([, pkg]) => pkg),
  ),
];
if (missing.length > 0) {
  if (!found("apt-get") || process.getuid?.() !== 0) {
    console.error(
      `The tests need these programs: install ${missing.join(", ")} with your package manager and run again.`,
    );
    process.exit(1);
  }
  console.log(`Installing ${missing.join(", ")} for the tests.`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["update", "-q"], { stdio: "ignore", env });
  execFileSync("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...missing], {
    stdio: ["ignore", "ignore", "inherit"],
    env,
  });
}

function found(program) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
