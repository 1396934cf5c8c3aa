import { tableOf } from "@withholding-forms/catalog/model/table";
import { describe, expect, it } from "vitest";
import { publishTable } from "./publish-tables.js";

describe("publishTable", () => {
  it("publishes a table of words as one row", () => {
    expect(publishTable(tableOf({ words: { WEEKLY: 52, MONTHLY: 12 } }))).toEqual({
      keys: ["text"],
      result: "number",
      columns: ["WEEKLY", "MONTHLY"],
      rows: [{ keys: [], values: ["52", "12"] }],
    });
  });

  it("publishes rows and columns of bands as the agency prints them", () => {
    const grid = {
      columns: [0, 10000],
      rows: [
        [0, 0, 480],
        [10000, 480.5, 1480],
      ],
    };
    expect(
      publishTable(tableOf({ words: { JOINT: grid, SINGLE: { columns: [0], rows: [[0, 90]] } } })),
    ).toEqual({
      keys: ["text", "number", "number"],
      result: "number",
      columns: ["0", "10000"],
      rows: [
        { keys: ["JOINT", "0"], values: ["0", "480"] },
        { keys: ["JOINT", "10000"], values: ["480.5", "1480"] },
        { keys: ["SINGLE", "0"], values: ["90", "90"] },
      ],
    });
  });

  it("gives rows with different bounds a column for each of them", () => {
    const table = {
      words: {
        A: {
          rows: [
            [0, 5],
            [20000, 7],
          ],
        },
        B: {
          rows: [
            [0, 1],
            [9000, 2],
          ],
        },
      },
    };
    expect(publishTable(tableOf(table))).toMatchObject({
      columns: ["0", "9000", "20000"],
      rows: [
        { keys: ["A"], values: ["5", "5", "7"] },
        { keys: ["B"], values: ["1", "2", "2"] },
      ],
    });
  });

  it("leaves a word that a row lacks empty, or 0", () => {
    expect(
      publishTable(tableOf({ words: { A: { words: { X: "x" } }, B: { words: { Y: "y" } } } })),
    ).toMatchObject({
      result: "text",
      columns: ["X", "Y"],
      rows: [
        { keys: ["A"], values: ["x", ""] },
        { keys: ["B"], values: ["", "y"] },
      ],
    });
  });
});
