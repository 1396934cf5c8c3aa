import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "@withholding-forms/testing/service/command";
import { afterAll, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "boundary-command-"));
afterAll(() => rmSync(folder, { recursive: true }));

const ring = [
  [-83.8, 42.2],
  [-83.6, 42.2],
  [-83.6, 42.4],
  [-83.8, 42.4],
  [-83.8, 42.2],
];
const feature = {
  type: "Feature",
  properties: { ID: 7, LABEL: "Bay" },
  geometry: { type: "Polygon", coordinates: [ring] },
};
const file = join(folder, "bay.geojson");
writeFileSync(file, JSON.stringify({ type: "FeatureCollection", features: [feature] }));

const command = (...words: string[]) => run(["boundaries", ...words], "", { DATA_DIR: folder });
const mapping = ["--kind", "SPECIAL_DISTRICT", "--code", "ID", "--name", "LABEL"];

it("adds a file and lists it", async () => {
  expect((await command("list")).stdout).toContain("There are no boundary files");
  const added = await command("add", file, ...mapping);
  expect(added).toMatchObject({ code: 0, stderr: "" });
  expect(added.stdout).toContain("1 places, 1 polygons. Restart the service to use them.");
  expect((await command("list")).stdout).toBe("bay.boundaries\n1 polygons\n");
});

it.each([
  [["add", file], "has no counties, cities"],
  [["add", file, ...mapping.slice(0, 4)], "Specify --kind, --code, and --name together."],
  [["add", join(folder, "none.zip")], "none.zip cannot be read: no such file or folder."],
  [["add", import.meta.filename], "is neither a zipped Shapefile nor GeoJSON, or is damaged."],
])("refuses %j in one line", async (words, message) => {
  const { code, stderr } = await command(...words);
  expect([code, stderr.trim().split("\n").length]).toEqual([1, 1]);
  expect(stderr).toContain(message);
});
