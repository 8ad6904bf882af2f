// npm start, npm test: installs what is missing with nothing but Node and npm, then runs the script it is given.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const { engines, packageManager } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const nodeNeeded = engines.node.replace(">=", "");

/** @type {(version: string, needed: string) => boolean} */
function isOlder(version, needed) {
  return version.localeCompare(needed, "en", { numeric: true }) < 0;
}

/** pnpm keeps the lockfile of the last installation: when it is today's, everything is there. */
function isInstalled() {
  const installed = path.join(root, "node_modules/.pnpm/lock.yaml");
  return (
    existsSync(installed) && readFileSync(installed, "utf8") === readFileSync(path.join(root, "pnpm-lock.yaml"), "utf8")
  );
}

function install() {
  process.stdout.write("Installing packages…\n");
  const { status } = spawnSync(
    "npx",
    ["-y", packageManager, "install", "--frozen-lockfile", "--reporter=append-only"],
    {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, CI: "true" },
    },
  );
  if (status !== 0) {
    process.stderr.write("The packages could not be installed.\n");
    process.exit(1);
  }
}

if (isOlder(process.versions.node, nodeNeeded)) {
  process.stderr.write(`Genmint needs Node.js ${nodeNeeded} or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}
if (!isInstalled()) install();

process.env.PATH = [path.join(root, "node_modules/.bin"), process.env.PATH].join(path.delimiter);
// It is about versions newer than the pinned one, on a Node.js older than theirs.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = "true";

// In this very process, so that a signal to npm's child reaches the script and nothing outlives it.
const [script = ""] = process.argv.slice(2);
process.chdir(root);
const { register } = await import("tsx/esm/api");
register();
await import(pathToFileURL(path.resolve(root, script)).href);
