import { describe, expect, it } from "vitest";
import { byVersion, plainVersion } from "./version.js";

describe("plainVersion", () => {
  it.each([
    ["2024.01.0", "2024.1.0"],
    ["2024.1.0", "2024.1.0"],
    ["1.02.003", "1.2.3"],
    ["2024.12.0", "2024.12.0"],
  ])("spells %s as %s", (version, plain) => {
    expect(plainVersion(version)).toBe(plain);
  });

  it("takes nothing else for a version", () => {
    for (const version of [
      "",
      "2024",
      "2024.1",
      "2024.1.0.0",
      "2024.a.0",
      "-1.0.0",
      "20244.1.0",
      "2024.1.0 ",
    ])
      expect(plainVersion(version)).toBeUndefined();
  });
});

describe("byVersion", () => {
  it("sorts by number, newest first", () => {
    expect(["2024.9.0", "2024.12.0", "2025.1.0", "2024.9.10", "2024.9.2"].sort(byVersion)).toEqual([
      "2025.1.0",
      "2024.12.0",
      "2024.9.10",
      "2024.9.2",
      "2024.9.0",
    ]);
  });
});
