import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { DEMO_HOST, portProblem } from "./free-ports";

const hasIpv6 = () =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === "::1"));

test("a port is taken while a program listens on it, and free afterwards", async () => {
  const occupant = createServer().listen(0, DEMO_HOST);
  await once(occupant, "listening");
  const { port } = occupant.address() as AddressInfo;
  expect(await portProblem(port)).toContain("another program uses it");
  occupant.close();
  await once(occupant, "close");
  expect(await portProblem(port)).toBeNull();
});

test.runIf(hasIpv6())("a port is taken where a program listens on the IPv6 address of localhost alone", async () => {
  const occupant = createServer().listen(0, "::1");
  await once(occupant, "listening");
  const { port } = occupant.address() as AddressInfo;
  expect(await portProblem(port)).toContain("another program uses it");
  occupant.close();
  await once(occupant, "close");
  expect(await portProblem(port)).toBeNull();
});

test("a number that is no port is refused with the system's reason", async () => {
  expect(await portProblem(Number.NaN)).toContain("ERR_SOCKET_BAD_PORT");
});
