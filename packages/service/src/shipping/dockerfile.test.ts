import { existsSync } from "node:fs";
import { DockerfileParser } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";
import { read, root } from "./test/files.js";

const text = read("Dockerfile");
const instructions = DockerfileParser.parse(text).getInstructions();
const last = instructions.findLastIndex((line) => line.getKeyword() === "FROM");
const final = instructions.slice(last);
const argumentsOf = (keyword: string): string[] =>
  final.filter((line) => line.getKeyword() === keyword).map((line) => line.getArgumentsContent() ?? "");

test("the linter finds nothing", () => {
  expect(validate(text).map(({ message }) => message)).toEqual([]);
});

test.each([
  ["a misspelt instruction", "WORKDIR /app", "WORKDRI /app"],
  ["a health check with an unknown flag", "--interval=10s", "--every=10s"],
  ["a port that is none", "EXPOSE 8080", "EXPOSE web"],
])("%s is found", (_, right, wrong) => {
  expect(validate(text.replace(right, wrong))).not.toEqual([]);
});

test("the image runs as a user without rights, of a number that Kubernetes can check", () => {
  expect(argumentsOf("USER")).toEqual(["65532:65532"]);
});

test("processes start without a shell, so that signals reach them", () => {
  for (const keyword of ["ENTRYPOINT", "CMD"]) {
    const [given] = argumentsOf(keyword);
    expect(JSON.parse(given ?? "")).toBeInstanceOf(Array);
  }
  const [check] = argumentsOf("HEALTHCHECK");
  expect(JSON.parse(check?.replace(/^.*?CMD /s, "") ?? "")[0]).toBe("/nodejs/bin/node");
  expect(argumentsOf("STOPSIGNAL")).toEqual(["SIGTERM"]);
});

test("the last stage takes everything from the first, runs nothing and changes files only in /data", () => {
  expect(argumentsOf("RUN")).toEqual([]);
  expect(argumentsOf("ADD")).toEqual([]);
  const copies = final.map((line) => line.getTextContent()).filter((line) => line.startsWith("COPY "));
  expect(copies.length).toBeGreaterThan(0);
  for (const copy of copies) expect(copy).toMatch(/^COPY --from=build /);
  expect(argumentsOf("VOLUME")).toEqual(['["/data"]']);
});

test("both stages use the Node that the tests run with, a version with long-term support", () => {
  const major = /^ARG NODE_MAJOR=(\d+)$/m.exec(text)?.[1];
  const tested = /imageNodeVersion = "(\d+)\./.exec(read("scripts/image-node.mjs"))?.[1];
  expect([major, tested]).toEqual(["24", "24"]);
  expect(text.replaceAll(/\$\{NODE_MAJOR\}/g, "24").match(/^FROM .*/gm)).toEqual([
    "FROM node:24-trixie-slim AS build",
    "FROM gcr.io/distroless/nodejs24-debian13:nonroot",
  ]);
});

test("no image is the latest of its name", () => {
  const images = instructions.filter((line) => line.getKeyword() === "FROM");
  for (const line of images) expect(line.getArgumentsContent()).toMatch(/:(?!latest)\S+/);
});

test("every file that is copied by name exists, and the names of all packages come first", () => {
  const copies = instructions
    .filter((line) => line.getKeyword() === "COPY" && !line.getTextContent().includes("--from="))
    .map((line) => line.getArguments().map((argument) => argument.getValue()));
  const sources = copies.flatMap((parts) => parts.slice(0, -1)).filter((source) => source !== ".");
  expect(sources.filter((source) => !existsSync(`${root}${source}`))).toEqual([]);
  const workspaces = Object.keys(JSON.parse(read("package-lock.json")).packages).filter((path) =>
    /^(?:packages\/|bench$)/.test(path),
  );
  for (const path of workspaces.filter((path) => !path.includes("node_modules")))
    expect(sources).toContain(`${path}/package.json`);
});

test("nothing but sources gets into the build: no key store, no installed or compiled files", () => {
  const lines = read(".dockerignore")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  expect(lines[0]).toBe("*");
  for (const never of ["data", "node_modules", ".git", "build", "deploy"])
    expect(lines).not.toContain(`!${never}`);
  for (const made of ["**/node_modules", "**/dist"]) expect(lines).toContain(made);
});
