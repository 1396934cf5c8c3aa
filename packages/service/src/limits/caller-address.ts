import ipaddr from "ipaddr.js";

/**
 * The name under which failed logins of this caller are counted. A customer line has one IPv4 address but a whole /64
 * network of IPv6 addresses, so for IPv6 the network counts. Some proxies write the caller's port as well
 * (`192.0.2.7:4711`, `[2001:db8::1]:4711`). It changes with each connection and must not count. Invalid addresses count
 * as one caller.
 */
export function countedAddress(ip: string | undefined): string {
  // A connection that was reset has none.
  const address = withoutPort((ip ?? "").trim());
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return address;
  if (!ipaddr.IPv6.isValid(address)) return "unknown";
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}

function withoutPort(text: string): string {
  const [, inBrackets, four] = /^(?:\[([^\]]*)\](?::[0-9]*)?|([0-9.]+):[0-9]*)$/.exec(text) ?? [];
  return inBrackets ?? four ?? text;
}
