import type { Server } from "node:http";
import type { Socket } from "node:net";
import { countedAddress } from "../../limits/caller-address.js";

/** Answers that wait for callers who do not read them may hold so many bytes in all. */
const maxPendingBytes = 64 * 1024 * 1024;
const intervalMs = 500;

/**
 * Bounds what slow callers cost. A caller who sends slowly is given up by Node's own time limits; one who does not read
 * makes us hold its answer, so when all of those together hold too much, whoever holds most is let go.
 */
export function boundConnections(server: Server, most = maxPendingBytes): void {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  const timer = setInterval(() => {
    let waiting = 0;
    for (const socket of open) waiting += socket.writableLength;
    if (waiting <= most) return;
    for (const socket of [...open].sort((a, b) => b.writableLength - a.writableLength)) {
      waiting -= socket.writableLength;
      socket.destroy();
      if (waiting <= most) return;
    }
  }, intervalMs);
  timer.unref();
  server.once("close", () => clearInterval(timer));
}

/** Closes connections of an address that already has as many as it may have. */
export function boundConnectionsPerAddress(server: Server, max: number): void {
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const address = countedAddress(socket.remoteAddress ?? "");
    const count = open.get(address) ?? 0;
    if (count >= max) {
      socket.destroy();
      return;
    }
    open.set(address, count + 1);
    socket.once("close", () => {
      const left = (open.get(address) ?? 0) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
