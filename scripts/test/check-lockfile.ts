// Part of pnpm check: versions are exact wherever one is named, and every package of the lockfile is pinned by the digest of its content
// and by no address, so that it can come from any registry and be no other package.
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
