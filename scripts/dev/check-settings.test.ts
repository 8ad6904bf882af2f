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

/** Checks these settings in a process of its own, which ends when they cannot be used. `before`: statements of that process before it. */
function check(databaseUrl: string | undefined, before = "") {
  const script = `
      ${before}
      import { requireUsableSettings } from ${JSON.stringify(path.join(import.meta.dirname, "check-settings.ts"))};
      const environment = { DATABASE_URL: ${JSON.stringify(databaseUrl)} };
      await requireUsableSettings({ port: 0, sandboxPort: 0, smtpPort: 0, dataDir: ${JSON.stringify(parent)}, environment });`;
  const args = ["--import", "tsx", "--input-type=module", "-e", script];
  return spawnSync(process.execPath, args, { cwd: import.meta.dirname, encoding: "utf8" });
}

test(
  "a DATABASE_URL that is no address is named, without its password",
  () => {
    const { status, stderr } = check("postgresql://me:se#cret@host/app");
    expect(stderr).toMatch(/^DATABASE_URL is not an address\. .*\n$/);
    expect(stderr).not.toContain("cret");
    expect(status).toBe(1);
  },
  COMMAND_TIMEOUT_MS,
);

test(
  "a DATABASE_URL of another kind of database is named before anything is built",
  () => {
    const { status, stderr } = check("file:./dev.db");
    expect(stderr).toMatch(/^DATABASE_URL is not the address of a PostgreSQL database\. Unset it .*\n$/);
    expect(status).toBe(1);
    expect(check("postgres://me@host/app")).toMatchObject({ status: 0, stderr: "" });
  },
  COMMAND_TIMEOUT_MS,
);

test(
  "a disk without space for the database is named before anything is built, unless the database is elsewhere",
  () => {
    const nearlyFull = `
      import fs from "node:fs";
      import { syncBuiltinESMExports } from "node:module";
      fs.statfsSync = () => ({ blocks: 100, bavail: 15, bsize: 4 * 1024 * 1024 });
      syncBuiltinESMExports();`;
    const { status, stderr } = check(undefined, nearlyFull);
    expect(stderr).toMatch(/^Cannot keep data in .+: 60 MB are free there, .* set DATA_DIR to another directory\.\n$/);
    expect(status).toBe(1);
    expect(check("postgres://me@host/app", nearlyFull)).toMatchObject({ status: 0, stderr: "" });
  },
  COMMAND_TIMEOUT_MS,
);
