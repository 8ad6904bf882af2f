import { defineConfig } from "@playwright/test";

const { BASE_URL, CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_NAME } = process.env;

/** Run by `pnpm e2e`, which starts the service and says where it is. */
export default defineConfig({
  projects: [
    { name: "tests", testDir: "./tests", testIgnore: "screenshots.spec.ts" },
    { name: "screenshots", testDir: "./tests", testMatch: "screenshots.spec.ts" },
  ],
  outputDir: "./results",
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Files beside each other, the tests of one after each other: they follow a person.
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: [["list"], ...(PLAYWRIGHT_JSON_OUTPUT_NAME ? [["json"] as ["json"]] : [])],
  use: {
    ...(BASE_URL ? { baseURL: BASE_URL } : {}),
    // `pnpm e2e --trace on` shows what happened; recording it always takes a third of the time.
    trace: "off",
    // Nobody waits for what slides in. It is drawn without motion, as for whoever asks for that.
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
