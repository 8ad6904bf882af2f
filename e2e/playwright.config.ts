import { defineConfig } from "@playwright/test";

const { BASE_URL, CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_NAME } = process.env;

/** Run by `pnpm e2e`, which starts the service and passes its address. */
export default defineConfig({
  projects: [
    { name: "tests", testDir: "./tests", testIgnore: "screenshots.spec.ts" },
    // Long: `pnpm test:faults` runs them, and the nightly workflow.
    { name: "corner-cases", testDir: "./corner-cases" },
    { name: "screenshots", testDir: "./tests", testMatch: "screenshots.spec.ts" },
  ],
  outputDir: "./results",
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // Four files at a time on one server, on two cores too, because tests often wait. Most files run in order: a test continues the one before.
  fullyParallel: false,
  workers: 4,
  retries: 0,
  forbidOnly: true,
  reporter: [["list"], ...(PLAYWRIGHT_JSON_OUTPUT_NAME ? [["json"] as ["json"]] : [])],
  use: {
    ...(BASE_URL ? { baseURL: BASE_URL } : {}),
    // A click on what never appears fails by itself instead of using up its test's time.
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // `pnpm e2e --trace on` shows what happened; recording it always takes a third of the time.
    trace: "off",
    // Without animations, as for users who prefer reduced motion.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
});
