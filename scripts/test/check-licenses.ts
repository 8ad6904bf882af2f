// pnpm licenses:check: compares the licence of every production dependency with a list. One that is unknown or not on it fails.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { findLicenceProblems, type InstalledLicences } from "./licences";

const root = path.join(import.meta.dirname, "../..");
const { stdout, status } = spawnSync("pnpm", ["-r", "licenses", "list", "--prod", "--json"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
  env: { ...process.env, PATH: [path.join(root, "node_modules/.bin"), process.env["PATH"]].join(path.delimiter) },
});
if (status !== 0) throw new Error("pnpm could not list the licences: are the packages installed?");
const installed: InstalledLicences = JSON.parse(stdout);
const problems = findLicenceProblems(installed);
for (const problem of problems) console.log(`  ${problem}`);
const packages = Object.values(installed).flat().length;
console.log(`${packages} packages, ${Object.keys(installed).length} licences: ${problems.length} not allowed`);
process.exit(problems.length === 0 && packages > 0 ? 0 : 1);
