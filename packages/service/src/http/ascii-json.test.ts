import { expect, test } from "vitest";
import { asciiJson } from "./ascii-json.js";

test("a text that ASCII cannot write has another spelling and the same meaning", () => {
  const data = {
    quote: "Employee’s",
    place: "Québec",
    pair: "👍",
    control: "\n\u007f\u2028",
    list: [1, null],
  };
  const json = asciiJson(data);
  expect(json).toBe(
    String.raw`{"quote":"Employee\u2019s","place":"Qu\u00e9bec","pair":"\ud83d\udc4d","control":"\n${"\u007f"}\u2028","list":[1,null]}`,
  );
  expect(JSON.parse(json)).toEqual(data);
});
