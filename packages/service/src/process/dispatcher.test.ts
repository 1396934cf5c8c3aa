import { Socket } from "node:net";
import { eventually } from "@withholding-forms/testing/eventually";
import { expect, test } from "vitest";
import { createDispatcher, type Seat } from "./dispatcher.js";

function seat(): Seat & { readonly handed: Socket[] } {
  const handed: Socket[] = [];
  return { open: 0, handing: undefined, waiting: [], handed, hand: (socket) => handed.push(socket) };
}

const socket = () => new Socket();

test("a connection goes to the worker that has fewest", () => {
  const dispatcher = createDispatcher();
  const [one, other] = [seat(), seat()];
  dispatcher.add(one);
  dispatcher.add(other);
  for (let number = 0; number < 4; number++) dispatcher.dispatch(socket());
  expect([one.open, other.open]).toEqual([2, 2]);
  one.open = 0;
  dispatcher.dispatch(socket());
  dispatcher.dispatch(socket());
  expect([one.open, other.open]).toEqual([2, 2]);
});

test("one at a time is on its way, and our end is closed when it has arrived", () => {
  const dispatcher = createDispatcher();
  const worker = seat();
  dispatcher.add(worker);
  const [first, second] = [socket(), socket()];
  dispatcher.dispatch(first);
  dispatcher.dispatch(second);
  expect(worker.handed).toEqual([first]);
  expect(dispatcher.isIdle()).toBe(false);
  dispatcher.accepted(worker);
  expect(first.destroyed).toBe(true);
  expect(worker.handed).toEqual([first, second]);
  dispatcher.accepted(worker);
  expect(dispatcher.isIdle()).toBe(true);
});

test("what had not arrived at a worker that died goes to another", () => {
  const dispatcher = createDispatcher();
  const dying = seat();
  dispatcher.add(dying);
  const sockets = [socket(), socket(), socket()];
  for (const one of sockets) dispatcher.dispatch(one);
  dispatcher.remove(dying);
  expect(dispatcher.isIdle()).toBe(false);
  const next = seat();
  dispatcher.add(next);
  for (let number = 0; number < 3; number++) dispatcher.accepted(next);
  expect(next.handed).toEqual(sockets);
  expect(dispatcher.isIdle()).toBe(true);
});

test("while nobody can take them, only so many wait", () => {
  const dispatcher = createDispatcher();
  const sockets = Array.from({ length: 4097 }, socket);
  for (const one of sockets) dispatcher.dispatch(one);
  expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(1);
});

test("a connection that never arrives is given up, and those behind it continue", async () => {
  const dispatcher = createDispatcher({ timeoutMs: 20 });
  const worker = seat();
  dispatcher.add(worker);
  const [lost, next] = [socket(), socket()];
  dispatcher.dispatch(lost);
  dispatcher.dispatch(next);
  await eventually(() => worker.handed.length === 2, { what: "the next connection to be handed over" });
  dispatcher.accepted(worker);
  expect(lost.destroyed).toBe(true);
  expect(worker.handed).toEqual([lost, next]);
  expect(worker.open).toBe(1);
  expect(dispatcher.isIdle()).toBe(true);
});

test("a worker is given no more connections than it may open files, less some for itself", () => {
  const dispatcher = createDispatcher({ files: 4 });
  const worker = seat();
  dispatcher.add(worker);
  const sockets = [socket(), socket(), socket()];
  for (const one of sockets) dispatcher.dispatch(one);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, true]);
});
