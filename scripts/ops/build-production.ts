// pnpm build:production [folder]: makes the folder that a production machine runs, with production packages alone. Everything in it is plain
// JavaScript for Node: nothing is compiled or installed there. The command in package.json builds first, without turbo's cache: a build from
// the cache keeps the files of the build before it, for example the migrations of another branch.
//
//   web/serve.mjs      the web process            tools/worker.js, tools/migrate.js, …   worker and commands
//   prisma.config.ts, schema.prisma, migrations, offline-engine   what tools/migrate.js reads
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, lstatSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";

const ROOT = path.join(import.meta.dirname, "../..");
const DEFAULT_FOLDER = "build/production";
const PACKAGE = "@app/production";

/** Development tools. One of them here is a package in the wrong list of dependencies. */
const DEVELOPMENT_TOOL =
  /^(?:@biomejs\+|@playwright\+|@remix-run\+dev@|esbuild@|playwright(?:-core)?@|rollup@|tsx@|turbo@|typescript@|vite@|vitest@)/;

const BYTES_PER_MEGABYTE = 1_000_000;

const folder = path.resolve(process.argv[2] ?? path.join(ROOT, DEFAULT_FOLDER));
if (existsSync(folder) && !existsSync(path.join(folder, "tools/migrate.js")) && readdirSync(folder).length > 0) {
  throw new Error(`${folder} exists and is not an earlier production build: name another folder.`);
}
// Made under another name, so that an earlier build stays until this one is complete, and an interrupted one is made again.
const unfinished = `${folder}.unfinished`;
rmSync(unfinished, { recursive: true, force: true });
installProductionPackages();
cpSync(path.join(ROOT, "apps/production/build"), unfinished, { recursive: true });
cpSync(path.join(ROOT, "apps/web/serve.mjs"), path.join(unfinished, "web/serve.mjs"));
cpSync(path.join(ROOT, "apps/web/build"), path.join(unfinished, "web/build"), { recursive: true });

const packages = readdirSync(path.join(unfinished, "node_modules/.pnpm"));
const tools = packages.filter((name) => DEVELOPMENT_TOOL.test(name));
if (tools.length > 0) throw new Error(`Development tools among the production packages: ${tools.join(", ")}`);
// The service runs as an account of its own, which could not read sources that were checked out under a strict umask.
execFileSync("chmod", ["-R", "a+rX", unfinished]);
rmSync(folder, { recursive: true, force: true });
renameSync(unfinished, folder);
const size = (name: string) => `${(bytesIn(path.join(folder, name)) / BYTES_PER_MEGABYTE).toFixed(0)} MB`;
console.log(`${folder}: ${size(".")} (${packages.length} packages ${size("node_modules")}, web ${size("web")})`);

/** Copies of the packages in the lockfile, not links to this machine's store. */
function installProductionPackages(): void {
  const { status } = spawnSync(
    "pnpm",
    [
      "--filter",
      PACKAGE,
      "deploy",
      "--prod",
      "--loglevel=error",
      "--config.inject-workspace-packages=true",
      unfinished,
    ],
    {
      cwd: ROOT,
      stdio: "inherit",
      env: { ...process.env, PATH: [path.join(ROOT, "node_modules/.bin"), process.env["PATH"]].join(path.delimiter) },
    },
  );
  if (status !== 0) throw new Error("pnpm could not install the production packages: the lines above say why.");
}

function bytesIn(file: string): number {
  const state = lstatSync(file);
  if (!state.isDirectory()) return state.size;
  return readdirSync(file).reduce((total, name) => total + bytesIn(path.join(file, name)), 0);
}
