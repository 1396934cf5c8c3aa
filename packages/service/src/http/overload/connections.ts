import type { Server } from "node:http";
import type { Socket } from "node:net";
import { countedAddress } from "../../limits/caller-address.js";

/** Max bytes of all responses that clients do not read. */
const maxPendingBytes = 64 * 1024 * 1024;
const intervalMs = 500;

/**
 * Limits the memory that slow clients use. Node's own time limits end a client that sends slowly. The response of a client
 * that does not read stays in memory, so if unread responses exceed the limit, the client with the most unread bytes is
 * disconnected.
 */
export function boundConnections(server: Server, max = maxPendingBytes): void {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  const timer = setInterval(() => {
    let waiting = 0;
    for (const socket of open) waiting += socket.writableLength;
    if (waiting <= max) return;
    for (const socket of [...open].sort((a, b) => b.writableLength - a.writableLength)) {
      waiting -= socket.writableLength;
      socket.destroy();
      if (waiting <= max) return;
    }
  }, intervalMs);
  timer.unref();
  server.once("close", () => clearInterval(timer));
}

/** Closes connections from an IP address above its limit. */
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
