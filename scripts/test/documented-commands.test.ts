import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = path.join(import.meta.dirname, "../..");
/** pnpm's own commands that run the script of their name. */
const RUN_THE_SCRIPT = ["start", "test"];

/** Without `run`, pnpm runs its own command of that name instead of the script. `pnpm doctor` did, and reported no problem. */
it("names no script in the documents as a command that pnpm keeps for itself", () => {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"));
  const help = execFileSync(path.join(ROOT, "node_modules/.bin/pnpm"), ["help", "--all"], { encoding: "utf8" });
  const own = new Set([...help.matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(([, name]) => name));
  expect(own).toContain("doctor");
  const taken = Object.keys(scripts).filter((name) => own.has(name) && !RUN_THE_SCRIPT.includes(name));
  const below = (folder: string) =>
    readdirSync(path.join(ROOT, folder), { withFileTypes: true, recursive: folder !== "." })
      .filter((entry) => entry.isFile() && (folder !== "." || entry.name.endsWith(".md")))
      .map((entry) => path.join(entry.parentPath, entry.name));
  const documents = [".", "docs", "deploy"].flatMap(below);
  const found = documents.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return taken.filter((name) => text.includes(`pnpm ${name}`)).map((name) => `${path.relative(ROOT, file)}: ${name}`);
  });
  expect(found).toEqual([]);
});
