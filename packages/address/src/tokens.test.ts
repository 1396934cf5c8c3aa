import { expect, it } from "vitest";
import { tokens } from "./tokens.js";

it.each([
  ["123 Main St.", "123 MAIN ST"],
  ["P.O. Box 12", "PO BOX 12"],
  ["P.O.Box 12", "PO BOX 12"],
  ["S.W.Fifth", "SW FIFTH"],
  ["St.Louis", "ST LOUIS"],
  ["39.2 Rd", "39.2 RD"],
  ["123½ Elm", "123 1/2 ELM"],
  ["123-1/2 Elm", "123 1/2 ELM"],
  ["112-10 71st", "112-10 71ST"],
  ["Smith-Jones", "SMITH JONES"],
  ["US-1", "US 1"],
  ["12-mile", "12 MILE"],
  ["18-D", "18-D"],
  ["O'Connor", "OCONNOR"],
  ["O’Connor", "OCONNOR"],
  ["Añasco, Mayagüez", "ANASCO MAYAGUEZ"],
  ["APT4B", "APT 4B"],
  ["N6W23001", "N6W23001"],
  ["#12", "# 12"],
  ["c/o Ann", "C/O ANN"],
  ["% Ann", "C/O ANN"],
  ["A&B", "A & B"],
  ["  a\t b\u00a0c ", "A B C"],
  ["１２３ Ｍain", "123 MAIN"],
  ["北京 Road", "北京 ROAD"],
  ["", ""],
])("reads %j as %j", (text, expected) => {
  expect(tokens(text).join(" ")).toBe(expected);
});
