import { defineConfig } from "@playwright/test";

const { BASE_URL, CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_NAME } = process.env;

/** Run by `pnpm e2e`, which starts the service and says where it is. */
export default defineConfig({
  projects: [
    { name: "tests", testDir: "./tests" },
    { name: "screenshots", testDir: "./pictures" },
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
    trace: "retain-on-failure",
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
