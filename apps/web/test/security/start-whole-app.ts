import path from "node:path";
import { pageBuild } from "../page-build";
import { type TestApp, useTestApp } from "../start-test-app";

const PUBLIC_DIR = path.resolve(import.meta.dirname, "../../public");

/** The app with its pages and files, as it is on the internet. */
export function useWholeApp(env: Record<string, string> = {}): TestApp {
  return useTestApp({ build: pageBuild, clientDir: PUBLIC_DIR, env });
}
