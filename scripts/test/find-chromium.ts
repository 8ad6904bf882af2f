import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Path of a Chromium. Installs one with apt when there is none; null when that fails. */
export function findChromium(): string | null {
  return installedChromium() ?? (installWithApt() ? installedChromium() : null);
}

function installedChromium(): string | null {
  return [process.env["CHROMIUM_PATH"] ?? "", ...PLACES].find((path) => path !== "" && existsSync(path)) ?? null;
}

function installWithApt(): boolean {
  if (!existsSync("/usr/bin/apt-get") || process.getuid?.() !== 0) return false;
  console.log("Chromium is missing: installing it with apt-get…");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-dejavu-core"],
  ]) {
    if (spawnSync("apt-get", args, { env, stdio: ["ignore", "ignore", "inherit"] }).status !== 0) return false;
  }
  return true;
}
