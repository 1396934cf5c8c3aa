// Installs what the tests need besides npm packages, from Debian: independent PDF tools, a browser, and the servers
// that the service works with. With the argument "judges": what the judges need.
import { execFileSync, spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const neededByTests = {
  qpdf: "qpdf",
  pdftotext: "poppler-utils",
  mutool: "mupdf-tools",
  "chromium-headless-shell": "chromium-headless-shell",
  postgres: "postgresql",
  "redis-server": "redis-server",
  nginx: "nginx-light",
  bwrap: "bubblewrap",
  openssl: "openssl",
  python3: "python3",
  "libfaketime.so.1": "libfaketime",
};

const neededByJudges = {
  qpdf: "qpdf",
  pdfsig: "poppler-utils",
  mutool: "mupdf-tools",
  openssl: "openssl",
  python3: "python3-venv",
  javac: "default-jdk-headless",
  mvn: "maven",
  go: "golang-go",
};

const needed = process.argv[2] === "judges" ? neededByJudges : neededByTests;

const folders = [
  ...(process.env.PATH ?? "").split(delimiter),
  "/usr/sbin",
  // Debian keeps PostgreSQL's programs by version and libfaketime by architecture, out of PATH.
  ...inEach("/usr/lib/postgresql", "bin"),
  ...inEach("/usr/lib", "faketime"),
];

const missing = [
  ...new Set(
    Object.entries(needed)
      .filter(([program]) => !found(program))
      .map(([, pkg]) => pkg),
  ),
];
if (missing.length > 0) {
  if (!found("apt-get") || (process.getuid?.() !== 0 && !found("sudo"))) {
    console.error(
      `These programs are missing: install ${missing.join(", ")} with your package manager and run again.`,
    );
    process.exit(1);
  }
  if (process.getuid?.() !== 0) {
    execFileSync("sudo", [process.execPath, ...process.argv.slice(1)], { stdio: "inherit" });
    process.exit();
  }
  console.log(`Installing ${missing.join(", ")}.`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["update", "-q"], { stdio: "ignore", env });
  withoutStarting(() =>
    execFileSync("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...missing], {
      stdio: ["ignore", "ignore", "inherit"],
      env,
    }),
  );
}

/** Debian starts a server as soon as it is installed, unless this file forbids it; tests start their own. */
function withoutStarting(install) {
  const policy = "/usr/sbin/policy-rc.d";
  if (existsSync(policy)) return install();
  writeFileSync(policy, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    install();
  } finally {
    rmSync(policy);
  }
}

function found(program) {
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), program.includes(".so") ? constants.R_OK : constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function inEach(folder, below) {
  try {
    return readdirSync(folder).map((name) => join(folder, name, below));
  } catch {
    return [];
  }
}
