import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { accessibleCopy } from "./binaries";
import { isAccessibleToOtherUsers } from "./server-account";

let privateDirectory: string;

beforeEach(() => {
  privateDirectory = mkdtempSync(path.join(tmpdir(), "genmint-private-"));
  mkdirSync(path.join(privateDirectory, "native/bin"), { recursive: true });
  writeFileSync(path.join(privateDirectory, "native/bin/postgres"), "a program", { mode: 0o700 });
  chmodSync(path.join(privateDirectory, "native"), 0o700);
});
afterEach(() => rmSync(privateDirectory, { recursive: true, force: true }));

test("programs in a private directory are copied once to where every account can run them", () => {
  const native = path.join(privateDirectory, "native");
  expect(isAccessibleToOtherUsers(native)).toBe(false);
  const copy = accessibleCopy(native);
  try {
    const program = path.join(copy, "bin/postgres");
    expect(readFileSync(program, "utf8")).toBe("a program");
    expect(statSync(program).mode & 0o777).toBe(0o755);
    expect(isAccessibleToOtherUsers(path.dirname(program))).toBe(true);
    expect(accessibleCopy(native)).toBe(copy);
  } finally {
    rmSync(copy, { recursive: true });
  }
});
