// pnpm dev: like npm start, with hot reload.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { GENERATE } from "./check-steps";
import { printBanner } from "./demo-banner";
import { demoSettings } from "./demo-settings";
import { runSteps } from "./run-steps";

const [generated] = await runSteps([GENERATE], 1);
if (!generated?.ok) process.exit(1);
// Imported now: it needs the generated database client.
const { startDemoStack } = await import("./demo-stack");
const stack = await startDemoStack(demoSettings());
Object.assign(process.env, stack.env, { NODE_ENV: "development" });
const web = path.join(import.meta.dirname, "../apps/web");
process.chdir(web);
const { startDevServer } = await import(pathToFileURL(path.join(web, "dev-server.ts")).href);
await startDevServer();
printBanner(stack);
