import { describe, expect, test } from "vitest";
import { builtFrom, digestOf, reasonToRun } from "./up-to-date.mjs";

const inputs = [
  { path: "packages/pdf/src/fill.ts", state: "one" },
  { path: "content/us/forms.yaml", state: "two" },
  { path: "package-lock.json", state: "three" },
];
const outputs = [
  { path: "packages/pdf/dist/fill.js", state: "120 1.5" },
  { path: "build/catalog.bin", state: "9 2.5" },
];
const last = { inputs: digestOf(inputs), outputs: digestOf(outputs) };
const changed = (path: string) => inputs.map((file) => (file.path === path ? { path, state: "new" } : file));

describe("a step", () => {
  test("is skipped while nothing changed, in whatever order the files are listed", () => {
    expect(reasonToRun(last, inputs, outputs)).toBeUndefined();
    expect(reasonToRun(last, inputs.toReversed(), outputs.toReversed())).toBeUndefined();
  });

  test.each(inputs.map(({ path }) => path))("runs when %s changed", (path) => {
    expect(reasonToRun(last, changed(path), outputs)).toBe("INPUTS");
  });

  test("runs when a source was added, removed or renamed", () => {
    expect(reasonToRun(last, [...inputs, { path: "packages/pdf/src/new.ts", state: "" }], outputs)).toBe(
      "INPUTS",
    );
    expect(reasonToRun(last, inputs.slice(1), outputs)).toBe("INPUTS");
    const renamed = inputs.map(({ path, state }) => ({
      path: path.replace("fill.ts", "fill-form.ts"),
      state,
    }));
    expect(reasonToRun(last, renamed, outputs)).toBe("INPUTS");
  });

  test("runs in full when it never ran, or when what it left is gone or was changed", () => {
    expect(reasonToRun(undefined, inputs, outputs)).toBe("OUTPUTS");
    expect(reasonToRun(last, inputs, [])).toBe("OUTPUTS");
    expect(reasonToRun(last, inputs, outputs.slice(1))).toBe("OUTPUTS");
    expect(reasonToRun(last, inputs, [{ path: "packages/pdf/dist/fill.js", state: "121 1.5" }])).toBe(
      "OUTPUTS",
    );
    // A step that left nothing has not done its work, even if that is what was noted.
    expect(reasonToRun({ inputs: digestOf(inputs), outputs: digestOf([]) }, inputs, [])).toBe("OUTPUTS");
  });

  test("runs again after another branch was built: only the last run counts", () => {
    const other = changed("packages/pdf/src/fill.ts");
    const builtOther = { inputs: digestOf(other), outputs: digestOf(outputs) };
    expect(reasonToRun(builtOther, inputs, outputs)).toBe("INPUTS");
  });

  test("does not mistake the name of one file for the state of another", () => {
    expect(digestOf([{ path: "a", state: "b c" }])).not.toBe(digestOf([{ path: "a b", state: "c" }]));
    expect(digestOf([{ path: "a", state: '1"]\n["b","2' }])).not.toBe(
      digestOf([
        { path: "a", state: "1" },
        { path: "b", state: "2" },
      ]),
    );
  });
});

test("a package is built from itself and from all that those it names are built from", () => {
  const manifests = new Map([
    ["wizard", { dependencies: { client: "1", lit: "3" } }],
    ["client", { devDependencies: { interview: "1" } }],
    ["interview", { dependencies: { "decimal.js": "10" }, devDependencies: { client: "1" } }],
    ["service", { dependencies: { interview: "1" } }],
  ]);
  expect([...builtFrom("wizard", manifests)].sort()).toEqual(["client", "interview", "wizard"]);
  expect([...builtFrom("interview", manifests)].sort()).toEqual(["client", "interview"]);
});
