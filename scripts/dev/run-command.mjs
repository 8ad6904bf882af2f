// Runs other programs and makes sure that none of them outlives this process.
import { spawn } from "node:child_process";

/** How long children may take to end after a signal. Then they are killed. */
const STOP_TIMEOUT_MS = 10_000;
const PARENT_CHECK_INTERVAL_MS = 500;
/** By convention 128 plus the number of the signal that ended the process. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 };

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/**
 * Starts a program. While it runs, SIGINT and SIGTERM are passed on to it and then end this process.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 */
export function startCommand(command, args, options) {
  const child = spawn(command, args, options);
  if (running.size === 0) for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, stop);
  running.add(child);
  const forget = () => {
    running.delete(child);
    if (running.size === 0) for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, stop);
  };
  child.once("error", forget);
  child.once("close", forget);
  return child;
}

/**
 * Runs a program to its end and shows its output.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<boolean>} whether it ended with exit code 0
 */
export function runCommand(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = startCommand(command, args, { stdio: ["ignore", "inherit", "inherit"], ...options });
    child.once("error", (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      resolve(false);
    });
    child.once("close", (code) => resolve(code === 0));
  });
}

/**
 * Sends this process SIGTERM when its parent is gone: npm killed with SIGKILL cannot forward a signal. Unix gives an orphan a new
 * parent without any event, so the parent's id is polled.
 */
export function stopWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, PARENT_CHECK_INTERVAL_MS);
  timer.unref();
}

/** @param {"SIGINT" | "SIGTERM"} signal */
async function stop(signal) {
  const ended = [...running].map((child) => new Promise((resolve) => child.once("close", resolve)));
  for (const child of running) child.kill(signal);
  const timeout = new Promise((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS));
  await Promise.race([Promise.all(ended), timeout]);
  for (const child of running) child.kill("SIGKILL");
  process.exit(EXIT_CODES[signal]);
}
