import { expect, test } from "vitest";
import { grouped } from "./grouped.js";

/** A writer whose writes end when the test says so. No time passes by itself. */
function slowWriter(most = 1000, clock = () => 0) {
  const groups: (readonly string[])[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const add = grouped<string>(
    (items) => {
      groups.push(items);
      return new Promise((resolve, reject) => {
        ends.push((error) => (error === undefined ? resolve() : reject(error)));
      });
    },
    most,
    clock,
  );
  return { add, groups, end: (error?: Error) => ends.shift()?.(error) };
}

const turn = () => new Promise(setImmediate);

/** More turns than an item waits for others. */
const settled = async () => {
  for (let turns = 0; turns < 5; turns += 1) await turn();
};

test("what comes at one moment is one write, also from functions that only now continue", async () => {
  const { add, groups } = slowWriter();
  const go = Promise.resolve();
  for (const item of ["a", "b", "c"]) void go.then(() => add(item));
  await settled();
  expect(groups).toEqual([["a", "b", "c"]]);
});

test("what comes in the next turns of the event loop is in the same write", async () => {
  const { add, groups } = slowWriter();
  void add("a");
  await turn();
  void add("b");
  await turn();
  void add("c");
  await settled();
  expect(groups).toEqual([["a", "b", "c"]]);
});

test("items that keep coming are not waited for without end", async () => {
  let time = 0;
  const { add, groups } = slowWriter(1000, () => time);
  for (const item of ["a", "b", "c", "d", "e", "f"]) {
    void add(item);
    await turn();
    time += 2;
  }
  await settled();
  expect(groups).toEqual([["a", "b", "c", "d"]]);
});

test("a full group waits for nobody", async () => {
  const { add, groups } = slowWriter(2);
  void add("a");
  void add("b");
  await turn();
  expect(groups).toEqual([["a", "b"]]);
});

test("what comes during a write is in the next one, and each promise ends with its own", async () => {
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

test("a group has no more than it may", async () => {
  const { add, groups, end } = slowWriter(2);
  for (const item of ["a", "b", "c"]) void add(item);
  await settled();
  expect(groups).toEqual([["a", "b"]]);
  end();
  await settled();
  expect(groups).toEqual([["a", "b"], ["c"]]);
});
