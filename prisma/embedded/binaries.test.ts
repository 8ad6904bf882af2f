import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { accessibleCopy } from "./binaries";
import { isAccessibleToOtherUsers } from "./server-account";

let closed: string;

beforeEach(() => {
  closed = mkdtempSync(path.join(tmpdir(), "genmint-closed-"));
  mkdirSync(path.join(closed, "native/bin"), { recursive: true });
  writeFileSync(path.join(closed, "native/bin/postgres"), "a program", { mode: 0o700 });
  chmodSync(path.join(closed, "native"), 0o700);
});
afterEach(() => rmSync(closed, { recursive: true, force: true }));

test("programs in a closed directory are copied, once, to where every account can run them", () => {
  const native = path.join(closed, "native");
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
