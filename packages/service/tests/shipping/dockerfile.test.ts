import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { read, root } from "./test/files.js";

const text = read("Dockerfile").replaceAll(/\\\n\s*/g, "");
const [, builds = "", runs = ""] = text.split(/^FROM /m);

test("copies the manifests of all packages, and only files that exist", () => {
  const copies = [...builds.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, sources = ""]) => sources.split(" "));
  expect(copies.filter((source) => !existsSync(`${root}${source}`))).toEqual([]);
  const installed: Record<string, unknown> = JSON.parse(read("package-lock.json")).packages;
  const workspaces = Object.keys(installed).filter((path) => /^(?:packages\/[^/]+|bench)$/.test(path));
  expect(workspaces.filter((path) => !copies.includes(`${path}/package.json`))).toEqual([]);
});

test("the image's last stage runs nothing during its build, has no shell, and is not root", () => {
  const kinds = runs.match(/^[A-Z]+ /gm)?.map((kind) => kind.trim());
  expect(kinds).not.toContain("RUN");
  expect(kinds).not.toContain("ADD");
  expect(runs.match(/^COPY (?!--from=build ).*/gm)).toBeNull();
  expect(runs).toMatch(/^USER 65532:65532$/m);
  expect(runs).toMatch(/^VOLUME \["\/data"\]$/m);
  expect(runs).toMatch(/^STOPSIGNAL SIGTERM$/m);
  expect(runs).toMatch(/^ENTRYPOINT \["/m);
  expect(runs).toMatch(/CMD \["\/nodejs\/bin\/node", /);
});

test("both stages use the Node version that `npm run test:node24` runs", () => {
  expect(/^ARG NODE_MAJOR=(\d+)$/m.exec(text)?.[1]).toBe("24");
  expect(read("scripts/image-node.mjs")).toContain('imageNodeVersion = "24.');
  expect(text.match(/^FROM .*/gm)).toEqual([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the Dockerfile
    "FROM node:${NODE_MAJOR}-trixie-slim AS build",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the Dockerfile
    "FROM gcr.io/distroless/nodejs${NODE_MAJOR}-debian13:nonroot",
  ]);
});

test("only sources enter the build: no keys, no installed or compiled files", () => {
  const lines = read(".dockerignore")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  expect(lines[0]).toBe("*");
  for (const never of ["data", "node_modules", ".git", "build", "deploy"])
    expect(lines).not.toContain(`!${never}`);
  for (const made of ["**/node_modules", "**/dist"]) expect(lines).toContain(made);
});
