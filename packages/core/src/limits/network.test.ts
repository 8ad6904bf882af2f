import { expect, it } from "vitest";
import { wideNetworkOf } from "./network";

it.each([
  ["2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:db8:1:3::/64", "2001:db8:1::/48"],
  ["fe80:0:0:0::/64", "fe80:0:0::/48"],
  ["192.0.2.1", null],
  ["unknown", null],
  ["", null],
])("counts %s within %s", (address, network) => expect(wideNetworkOf(address)).toBe(network));
