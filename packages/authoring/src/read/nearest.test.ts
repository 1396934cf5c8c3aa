import { describe, expect, it } from "vitest";
import { nearest } from "./nearest.js";

describe("nearest", () => {
  const others = ["Enter your wage for this year.", "Enter your age."];

  it("finds the sentence that shares most words", () => {
    expect(nearest("Enter your wage for last year.", others)).toBe("Enter your wage for this year.");
  });

  it("finds none where too little is the same", () => {
    expect(nearest("Enter the name of your employer.", others)).toBeUndefined();
  });
});
