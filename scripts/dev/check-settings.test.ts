import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { directoryRefusal } from "./check-settings";

const COMMAND_TIMEOUT_MS = 30_000;
let parent: string;

beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), "genmint-settings-"));
});
afterEach(() => rmSync(parent, { recursive: true }));

test("a directory is created with its parents, and a place where the system refuses it is named", () => {
  const wanted = path.join(parent, "a/b");
  expect(directoryRefusal(wanted)).toBeNull();
  expect(existsSync(wanted)).toBe(true);
  expect(directoryRefusal(wanted)).toBeNull();
  writeFileSync(path.join(parent, "file"), "");
  expect(directoryRefusal(path.join(parent, "file"))).toBe("ENOTDIR");
  expect(directoryRefusal(path.join(parent, "file/data"))).toBe("ENOTDIR");
});

test.runIf(process.platform === "linux")("a directory in /proc is refused at once", () => {
  expect(directoryRefusal("/proc/genmint")).toBe("ENOENT");
});

test(
  "a DATABASE_URL that is no address is named, without its password",
  () => {
    const script = `
      import { requireUsableSettings } from ${JSON.stringify(path.join(import.meta.dirname, "check-settings.ts"))};
      const environment = { DATABASE_URL: "postgresql://me:se#cret@host/app" };
      await requireUsableSettings({ port: 0, sandboxPort: 0, smtpPort: 0, dataDir: ${JSON.stringify(parent)}, environment });`;
    const args = ["--import", "tsx", "--input-type=module", "-e", script];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: import.meta.dirname, encoding: "utf8" });
    expect(stderr).toMatch(/^DATABASE_URL is not an address\. .*\n$/);
    expect(stderr).not.toContain("cret");
    expect(status).toBe(1);
  },
  COMMAND_TIMEOUT_MS,
);
