import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/** The program takes two seconds. On a busy machine, its start alone takes ten. */
const EXIT_MAX_MS = 45_000;
/** A device that behaves as a full disk. */
const FULL = "/dev/full";

/** Logs, waits for what that does, logs again, and ends. */
const PROGRAM = `
  import { createLogger } from ${JSON.stringify(path.join(import.meta.dirname, "logger.server.ts"))};
  const log = createLogger({ LOG_LEVEL: "info" });
  for (let second = 0; second < 3; second += 1) {
    for (let line = 0; line < 100; line += 1) log.info("a line");
    await new Promise((resolve) => setTimeout(resolve, 600));
  }
  console.error("still serving");
  process.exit(0);`;

it.skipIf(!existsSync(FULL))("a full disk under the log ends no process, and holds none up", () => {
  const full = openSync(FULL, "w");
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", PROGRAM],
    { stdio: ["ignore", full, "pipe"], timeout: EXIT_MAX_MS, killSignal: "SIGKILL", encoding: "utf8" },
  );
  closeSync(full);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "still serving\n" });
});
