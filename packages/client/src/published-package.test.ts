import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const PACKAGE = path.join(import.meta.dirname, "..");
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "genmint-client-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Left to `pnpm test:faults`: it compiles the package.
it.runIf(process.env["FAULTS"] === "long")(
  "has its code when it is packed from a fresh checkout, where nothing is built",
  () => {
    for (const name of ["package.json", "README.md", "tsconfig.build.json", "src"])
      cpSync(path.join(PACKAGE, name), path.join(folder, name), { recursive: true });
    symlinkSync(path.join(PACKAGE, "node_modules"), path.join(folder, "node_modules"));
    execFileSync("npm", ["pack", "--silent"], { cwd: folder });
    const [archive = ""] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
    const files = execFileSync("tar", ["-tzf", archive], { cwd: folder, encoding: "utf8" }).split("\n");
    expect(files).toEqual(expect.arrayContaining(["package/build/client.js", "package/build/client.d.ts"]));
  },
);
