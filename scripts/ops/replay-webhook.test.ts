import { spawnSync } from "node:child_process";
import path from "node:path";
import { isLongRun } from "@app/sandbox/testing/fault-tests";
import { expect, it } from "vitest";

/** A port on which nothing listens: a command that gets as far as the database fails there. */
const NO_DATABASE = "postgresql://user@127.0.0.1:1/name";

function replay(...ids: string[]) {
  return spawnSync(process.execPath, ["--import", "tsx", path.join(import.meta.dirname, "replay-webhook.ts"), ...ids], {
    cwd: path.join(import.meta.dirname, "../.."),
    encoding: "utf8",
    env: { ...process.env, DATABASE_URL: NO_DATABASE, AUTH_SECRET: "a secret of this test", LOG_LEVEL: "silent" },
  });
}

it.runIf(isLongRun)("asks for one id, and does not leave out the others of several without a word", () => {
  const usage = { status: 1, stdout: "", stderr: expect.stringContaining("Usage: pnpm webhook:replay <id") };
  expect(replay()).toMatchObject(usage);
  expect(replay("first", "second")).toMatchObject(usage);
  expect(replay("first")).toMatchObject({ status: 1, stderr: expect.stringContaining("Can't reach database server") });
});
