import { isIPv6 } from "node:net";

/**
 * Whom to count attempts against. A line of the internet has one IPv4 address, but as many IPv6 addresses as it likes in
 * its network of 64 bits, so there the network counts.
 */
export function countedAddress(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:([0-9]+\.[0-9]+\.[0-9]+\.[0-9]+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [front = "", back] = (ip.split("%", 1)[0] ?? "").split("::");
  const groups = front === "" ? [] : front.split(":");
  const rest = back === undefined || back === "" ? [] : back.split(":");
  if (back !== undefined) while (groups.length + rest.length < 8) groups.push("0");
  const network = [...groups, ...rest].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}
