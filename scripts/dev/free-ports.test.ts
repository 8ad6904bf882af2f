import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { DEMO_HOST, portProblem } from "./free-ports";

const hasIpv6 = () =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === "::1"));

// Browsers open http://localhost on IPv6 first.
test.each([DEMO_HOST, ...(hasIpv6() ? ["::1"] : [])])(
  "a port is taken while a program listens on it at %s, and free afterwards",
  async (host) => {
    const occupant = createServer().listen(0, host);
    await once(occupant, "listening");
    const { port } = occupant.address() as AddressInfo;
    expect(await portProblem(port)).toContain("another program uses it");
    occupant.close();
    await once(occupant, "close");
    expect(await portProblem(port)).toBeNull();
  },
);

test("a number that is no port is refused with the system's reason", async () => {
  expect(await portProblem(Number.NaN)).toContain("ERR_SOCKET_BAD_PORT");
});
