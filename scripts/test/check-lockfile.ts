// Part of pnpm check: every version is exact, and the lockfile pins every package by its digest and not by an address. So any registry
// can serve it, and it cannot be replaced by another package.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { findLockfileProblems, findVersionProblems } from "./pinned-versions";

const ROOT = path.join(import.meta.dirname, "../..");
const FOLDERS_OF_PACKAGES = ["apps", "packages"];

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const manifests = [
  "package.json",
  "prisma/package.json",
  "e2e/package.json",
  ...FOLDERS_OF_PACKAGES.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder)).map((name) => `${folder}/${name}/package.json`),
  ),
];
const problems = [
  ...manifests.flatMap((file) => findVersionProblems(file, read(file))),
  ...findLockfileProblems(read("pnpm-lock.yaml")),
];
for (const problem of problems) console.log(`  ${problem}`);
console.log(`${manifests.length} manifests and the lockfile: ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
