// Runs the Dockerfile without Docker: its COPY and RUN steps in a temporary folder, then its command with its
// environment, as an unprivileged user on a read-only file system; logs in, fills a form, and stops it. Needs bubblewrap.
import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { DockerfileParser } from "dockerfile-ast";
import { imageNode } from "./image-node.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "withholding-forms-image-"));
chmodSync(place, 0o755);
const node = imageNode();
const user = 65532;
const isRoot = process.getuid?.() === 0;
let running;

try {
  const image = build(readFileSync(join(root, "Dockerfile"), "utf8"));
  for (const name of ["node_modules", "build", "packages"])
    console.log(`${name.padEnd(13)}${megabytes(join(image.files, "app", name))} MB`);
  await use(image);
  console.log("The image starts, responds, and stops as the Dockerfile says.");
} finally {
  if (running !== undefined && running.exitCode === null) running.kill("SIGKILL");
  rmSync(place, { recursive: true, force: true });
}

/** What the stages leave, and how the last one starts. Variables in names of images do not matter here. */
function build(text) {
  const stages = new Map();
  let stage;
  for (const line of DockerfileParser.parse(text).getInstructions()) {
    const given = line.getArguments().map((argument) => argument.getValue());
    const words = line.getArgumentsContent() ?? "";
    switch (line.getKeyword()) {
      case "ARG":
      case "EXPOSE":
      case "VOLUME":
        break;
      case "FROM": {
        const name = given[2] ?? "final";
        stage = {
          files: join(place, name),
          folder: "/",
          env: {},
          user: "",
          check: [],
          entry: [],
          command: [],
        };
        stages.set(name, stage);
        mkdirSync(stage.files, { recursive: true });
        break;
      }
      case "WORKDIR":
        stage.folder = words;
        mkdirSync(join(stage.files, words), { recursive: true });
        break;
      case "ENV":
        for (const property of line.getProperties()) stage.env[property.getName()] = property.getValue();
        break;
      case "COPY":
        copy(stage, stages, line, given);
        break;
      case "RUN":
        console.log(`RUN ${words.replace(/\s*\\\n\s*/g, " ").slice(0, 100)}`);
        execFileSync("bwrap", [...buildBox(stage), "/bin/sh", "-c", words.replace(/\\\n/g, " ")], {
          stdio: ["ignore", "ignore", "inherit"],
          env: { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}`, NODE_ENV: "", ...stage.env },
        });
        break;
      case "USER":
        stage.user = words;
        break;
      case "STOPSIGNAL":
        stage.signal = words;
        break;
      case "HEALTHCHECK":
        stage.check = JSON.parse(words.replace(/^.*?CMD /s, ""));
        break;
      case "ENTRYPOINT":
        stage.entry = JSON.parse(words);
        break;
      case "CMD":
        stage.command = JSON.parse(words);
        break;
      default:
        throw new Error(`${line.getKeyword()} is not supported by this script.`);
    }
  }
  return stage;
}

function copy(stage, stages, line, given) {
  const target = given.at(-1);
  const flags = Object.fromEntries(line.getFlags().map((flag) => [flag.getName(), flag.getValue()]));
  const from = flags.from === undefined ? undefined : stages.get(flags.from).files;
  const to = join(stage.files, resolve(stage.folder, target));
  for (const source of given.slice(0, -1)) {
    if (from === undefined && source === ".") copyContext(to);
    else {
      const path = from === undefined ? join(root, source) : join(from, source);
      const isFolder = statSync(path).isDirectory();
      const into = !isFolder && /\/$|^\.$/.test(target) ? join(to, source.split("/").at(-1)) : to;
      mkdirSync(isFolder ? into : dirname(into), { recursive: true });
      cpSync(path, into, { recursive: true, verbatimSymlinks: true });
    }
  }
  if (flags.chown !== undefined && isRoot) chownSync(to, ...flags.chown.split(":").map(Number));
}

/** What .dockerignore lets through: `!` names what comes, `**` what never does. */
function copyContext(to) {
  const rules = readFileSync(join(root, ".dockerignore"), "utf8")
    .split("\n")
    .filter((rule) => rule !== "" && !rule.startsWith("#"));
  const never = rules
    .filter((rule) => rule.startsWith("**/"))
    .map((rule) => new RegExp(`^${rule.slice(3).replaceAll(".", "\\.").replaceAll("*", ".*")}$`));
  for (const rule of rules.filter((rule) => rule.startsWith("!"))) {
    const name = rule.slice(1);
    cpSync(join(root, name), join(to, name), {
      recursive: true,
      filter: (path) => !never.some((shape) => shape.test(path.split("/").at(-1))),
    });
  }
}

/** Programs of this machine, and the Node of the image, replace those of the base images. */
function machine() {
  const system = ["--ro-bind", "/usr", "/usr"];
  for (const name of ["bin", "sbin", "lib", "lib64"])
    if (existsSync(`/${name}`)) system.push("--symlink", `usr/${name}`, `/${name}`);
  return [...system, "--proc", "/proc", "--dev", "/dev", "--die-with-parent"];
}

function buildBox({ files, folder }) {
  const home = homedir();
  return [
    ...machine(),
    ...["--ro-bind", "/etc", "/etc", "--tmpfs", "/tmp"],
    ...["--bind", home, home, "--bind", join(files, "app"), "/app", "--chdir", folder],
  ];
}

function runBox({ files, folder }) {
  const rights = isRoot
    ? [
        "setpriv",
        `--reuid=${user}`,
        `--regid=${user}`,
        "--clear-groups",
        "--no-new-privs",
        "--bounding-set=-all",
      ]
    : [];
  return [
    ...machine(),
    ...["--ro-bind", node, "/nodejs/bin/node", "--ro-bind", join(files, "app"), "/app"],
    ...["--bind", join(files, "data"), "/data", "--chdir", folder, "--remount-ro", "/"],
    ...(isRoot ? [] : ["--unshare-user", "--uid", String(user), "--gid", String(user)]),
    ...rights,
  ];
}

async function use(image) {
  must(image.user === `${user}:${user}`, `The image runs as ${user}.`);
  const port = await freePort();
  const key = "a-key-for-this-trial-only-0001";
  const env = { ...image.env, PATH: process.env.PATH, PORT: String(port), API_KEY: key, WORKERS: "1" };
  const said = [];
  running = spawn("bwrap", [...runBox(image), ...image.entry, ...image.command], { env });
  for (const stream of [running.stdout, running.stderr]) stream.on("data", (text) => said.push(String(text)));
  const ended = new Promise((done) => running.on("exit", done));

  for (let tries = 0; !isWell(image, env); tries++) {
    must(tries < 60 && running.exitCode === null, `The health check answers.\n${said.join("")}`);
    await sleep(500);
  }
  const url = `http://127.0.0.1:${port}`;
  const { accessToken } = await (
    await fetch(`${url}/authentication/login`, { headers: { "api-key": key } })
  ).json();
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
  const ids = await (await fetch(`${url}/v1/getAllFormIds`, { headers })).json();
  must(JSON.stringify(ids).length > 100, "The content is there.");
  const sample = { streetAddress1: "11 S Union St", city: "Montgomery", state: "AL", zipCode: "36130" };
  const filled = await fetch(`${url}/v1/fillPdf`, {
    method: "POST",
    headers,
    body: JSON.stringify({
      formId: "AL101",
      signForm: "SIGN",
      employee: {
        firstName: "John",
        lastName: "Smith",
        socialSecurityNumber: "123-45-6789",
        address: sample,
      },
      employer: {
        name: "Example Payroll Inc.",
        federalEIN: "98-7654321",
        telephoneNumber: "456-867-5309",
        address: sample,
      },
      fields: { filingStatus: "SINGLE", dependents: 1 },
    }),
  });
  const { pdf } = await filled.json();
  must(filled.status === 200 && pdf?.startsWith("JVBERi0"), "A form is filled and signed.");
  must((await fetch(`${url}/`)).status === 200, "The start page is there.");
  // Served outside production only, where the page may ask for a demo token.
  must(existsSync(join(image.files, "app/packages/wizard/dist/site/index.html")), "The wizard is there.");
  must((await fetch(`${url}/v1/form-viewer/form-viewer.js`)).status === 200, "Forms can be shown in a page.");
  const picture = await fetch(`${url}/images/AL101/2014.3.0/1.png`);
  must(picture.headers.get("content-type") === "image/png", "A page is drawn as a picture.");
  must((await fetch(`${url}/docs/`)).status === 200, "The interface is described.");
  must(readdirSync(join(image.files, "data")).includes("audit.jsonl"), "The signature is in the audit log.");

  process.kill(innermost(running.pid), image.signal);
  const code = await ended;
  must(code === 0, `It drains and ends with 0, not ${code}.\n${said.join("")}`);
  const left = readdirSync(join(image.files, "data"));
  must(!left.some((name) => name.startsWith("core")), "No core file is left.");
}

function isWell(image, env) {
  try {
    execFileSync("bwrap", [...runBox(image), ...image.check], { env, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** bubblewrap waits outside for what it started; the signal is for the inner one. */
function innermost(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return children === "" ? pid : innermost(Number(children.split(" ")[0]));
}

function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

function megabytes(path) {
  return Math.round(Number(execFileSync("du", ["-sk", path], { encoding: "utf8" }).split("\t")[0]) / 1024);
}

function must(holds, sentence) {
  if (!holds) throw new Error(`Expected: ${sentence}`);
}
