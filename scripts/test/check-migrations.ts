// Part of pnpm check: migrations newer than the baseline neither lock or rewrite a large table, nor break the running version.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { findMigrationProblems } from "./migration-rules";

const MIGRATIONS = path.join(import.meta.dirname, "../../prisma/migrations");

/** The newest migration from before these rules. Nobody has run the service with data until then. */
const BASELINE = "0020_growing_code_locks";

const names = readdirSync(MIGRATIONS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();
if (!names.includes(BASELINE)) throw new Error(`There is no migration ${BASELINE}: name another baseline`);
const newer = names.slice(names.indexOf(BASELINE) + 1);
const problems = await findMigrationProblems(
  newer.map((name) => ({ name, sql: readFileSync(path.join(MIGRATIONS, name, "migration.sql"), "utf8") })),
);
for (const problem of problems) console.log(`  ${problem}`);
console.log(`${newer.length} migrations since ${BASELINE}: ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
