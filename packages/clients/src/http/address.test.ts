import { describe, expect, it } from "vitest";
import { allowedHosts, hostAndPort } from "./address";

describe("hostAndPort", () => {
  it.each([
    ["http://Files.test/a", "files.test:80"],
    ["https://files.test/a", "files.test:443"],
    ["https://files.test:80/a", "files.test:80"],
    ["http://[::1]:9000/", "[::1]:9000"],
  ])("of %s returns %s", (address, expected) => expect(hostAndPort(address)).toBe(expected));
});

describe("allowedHosts", () => {
  it.each([
    ["files.test", ["files.test:80", "files.test:443"]],
    ["files.test:80", ["files.test:80"]],
    ["FILES.test:9000", ["files.test:9000"]],
    ["[::1]", ["[::1]:80", "[::1]:443"]],
    ["[::1]:9000", ["[::1]:9000"]],
  ])("of %s returns just its ports", (entry, expected) => expect([...allowedHosts([entry])]).toEqual(expected));

  it.each(["http://files.test", "files.test/a", "user@files.test", "files test", "::1", "", "files.test:99999"])(
    "refuses %j",
    (entry) => expect(() => allowedHosts([entry])).toThrow("is neither a host nor host:port"),
  );
});
