import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** The headless shell comes first: without a window's interface, the browser tests take a quarter less time. */
const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Older Debian releases have no package of the headless shell alone. */
const APT_PACKAGES = ["chromium-headless-shell", "chromium"];

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
  const aptGet = (...args: string[]) =>
    spawnSync("apt-get", args, {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      stdio: ["ignore", "ignore", "inherit"],
    }).status === 0;
  const install = (name: string) =>
    aptGet("install", "-y", "-qq", "--no-install-recommends", name, "fonts-dejavu-core");
  return aptGet("update", "-qq") && APT_PACKAGES.some(install);
}
