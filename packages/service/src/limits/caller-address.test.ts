import { expect, test } from "vitest";
import { countedAddress } from "./caller-address.js";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8:1:2::", "2001:db8:1:2::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["192.0.2.7:4711", "192.0.2.7"],
  ["[2001:db8:1:2::9]:4711", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::9]", "2001:db8:1:2::/64"],
  ["[::ffff:192.0.2.7]:80", "192.0.2.7"],
  ["::ffff:c000:207", "192.0.2.7"],
  ["unknown", "unknown"],
  ["_hidden:4711", "unknown"],
  ["_other", "unknown"],
])("attempts of %s count against %s", (ip, counted) => {
  expect(countedAddress(ip)).toBe(counted);
});
