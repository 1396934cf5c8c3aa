import { expect, test } from "vitest";
import { grouped } from "./grouped.js";

/** A writer whose writes end when the test says so. No time passes by itself. */
function slowWriter(maxItems = 1000) {
  const groups: (readonly string[])[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const add = grouped<string>((items) => {
    groups.push(items);
    return new Promise((resolve, reject) => {
      ends.push((error) => (error === undefined ? resolve() : reject(error)));
    });
  }, maxItems);
  return { add, groups, end: (error?: Error) => ends.shift()?.(error) };
}

const turn = () => new Promise(setImmediate);

/** More turns than an item waits for its write. */
const settled = async () => {
  for (let turns = 0; turns < 5; turns += 1) await turn();
};

test("items that arrive at the same time share a write, including those of functions that resume only now", async () => {
  const { add, groups } = slowWriter();
  const go = Promise.resolve();
  for (const item of ["a", "b", "c"]) void go.then(() => add(item));
  await settled();
  expect(groups).toEqual([["a", "b", "c"]]);
});

test("items that arrive during a write share the next one, and each promise settles with its own write", async () => {
  const { add, groups, end } = slowWriter();
  const ended: string[] = [];
  const follow = (item: string): void => {
    add(item).then(
      () => ended.push(`${item} kept`),
      (error: Error) => ended.push(`${item} ${error.message}`),
    );
  };
  follow("a");
  await settled();
  follow("b");
  follow("c");
  await settled();
  expect(groups).toEqual([["a"]]);
  end(new Error("lost"));
  await settled();
  expect(groups).toEqual([["a"], ["b", "c"]]);
  expect(ended).toEqual(["a lost"]);
  end();
  await settled();
  expect(ended).toEqual(["a lost", "b kept", "c kept"]);
  follow("d");
  await settled();
  expect(groups).toHaveLength(3);
});

test("a group has no more than its max", async () => {
  const { add, groups, end } = slowWriter(2);
  for (const item of ["a", "b", "c"]) void add(item);
  await settled();
  expect(groups).toEqual([["a", "b"]]);
  end();
  await settled();
  expect(groups).toEqual([["a", "b"], ["c"]]);
});
