import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const ROOT = path.join(import.meta.dirname, "../..");
const SEGMENT = "000000010000000000000001";
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "archive-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The commands that archive a segment, with the folder of the archive in place. */
const COMMANDS: [string, () => string | undefined][] = [
  [
    "docs/operations.md",
    () => /archive_command = '(.+)'"/.exec(read("docs/operations.md"))?.[1]?.replaceAll("$ARCHIVE", folder),
  ],
  [
    "deploy/patroni/patroni.yml",
    () =>
      /# archive_command: (.+)/.exec(read("deploy/patroni/patroni.yml"))?.[1]?.replaceAll("/archive/", `${folder}/`),
  ],
];

describe.each(COMMANDS)("the archive command of %s", (_file, findCommand) => {
  function archive(content: string): boolean {
    const segment = path.join(folder, "segment");
    writeFileSync(segment, content);
    const command = findCommand()?.replaceAll("%p", segment).replaceAll("%f", SEGMENT) ?? "";
    expect(command).not.toBe("");
    return spawnSync("sh", ["-c", command]).status === 0;
  }
  const archived = () => readFileSync(path.join(folder, SEGMENT), "utf8");

  it("stores a segment", () => {
    expect(archive("the log")).toBe(true);
    expect(archived()).toBe("the log");
    expect(readdirSync(folder).sort()).toEqual([SEGMENT, "segment"]);
  });

  // PostgreSQL asks for it after a crash that came before it had noted the success. A failure would be repeated for good.
  it("succeeds for a segment that is stored already", () => {
    archive("the log");
    expect(archive("the log")).toBe(true);
  });

  it("never replaces a segment by another one", () => {
    archive("the log");
    expect(archive("the log of another server")).toBe(false);
    expect(archived()).toBe("the log");
  });
});
