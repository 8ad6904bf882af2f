// npm start, npm test: installs missing packages with nothing but Node and npm, then runs the script named by its argument.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runCommand, stopWithParent } from "./run-command.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const { engines, packageManager } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const nodeNeeded = engines.node.replace(">=", "");

/** @type {(version: string, needed: string) => boolean} */
function isOlder(version, needed) {
  return version.localeCompare(needed, "en", { numeric: true }) < 0;
}

/** pnpm keeps a copy of the lockfile it has installed. When it equals the repository's and no folder was deleted, everything is there. */
function isInstalled() {
  const installed = path.join(root, "node_modules/.pnpm/lock.yaml");
  const lockfile = readFileSync(path.join(root, "pnpm-lock.yaml"), "utf8");
  return (
    existsSync(installed) &&
    readFileSync(installed, "utf8") === lockfile &&
    foldersWithPackages(lockfile).every((folder) => existsSync(path.join(root, folder, "node_modules")))
  );
}

/** @type {(lockfile: string) => string[]} */
function foldersWithPackages(lockfile) {
  const [, importers = ""] = /^importers:\n(.*?)^\S/ms.exec(lockfile) ?? [];
  return [...importers.matchAll(/^ {2}(\S+):$/gm)].map(([, folder = ""]) => folder);
}

async function install() {
  process.stdout.write("Installing packages, about half a minute…\n");
  const isDone = await runCommand("npx", ["-y", packageManager, "install", "--frozen-lockfile", "--loglevel=error"], {
    cwd: root,
    // Errors only: warnings about packages' engines and other tools' settings are noise here.
    env: { ...process.env, CI: "true", npm_config_loglevel: "error" },
  });
  if (isDone) return;
  process.stderr.write("The packages could not be installed: the lines above say why.\n");
  process.exit(1);
}

stopWithParent();
if (isOlder(process.versions.node, nodeNeeded)) {
  process.stderr.write(`Genmint needs Node.js ${nodeNeeded} or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}
if (!isInstalled()) await install();

process.env.PATH = [path.join(root, "node_modules/.bin"), process.env.PATH].join(path.delimiter);
process.env.TURBO_TELEMETRY_DISABLED = "1";
// The warning is about later versions than the pinned one.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = "true";

// Runs in this process, which package.json starts with `exec`: npm's signals reach it without a shell in between.
const [script = ""] = process.argv.slice(2);
process.chdir(root);
const { register } = await import("tsx/esm/api");
register();
await import(pathToFileURL(path.resolve(root, script)).href);
