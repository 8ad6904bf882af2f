import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { writeEnvironment } from "./write-environment";

it("a shell reads the service's variables as they are, and no others", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "genmint-environment-"));
  try {
    const sender = `Mint's <mint@example.com> $HOME`;
    const file = writeEnvironment(folder, { MAIL_FROM: sender, SHELL_SECRET: "not the service's" });
    const script = `. "${file}"; echo "$MAIL_FROM"; echo "$SHELL_SECRET"`;
    expect(execFileSync("sh", ["-c", script], { encoding: "utf8", env: { NODE_ENV: "test" } })).toBe(`${sender}\n\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
