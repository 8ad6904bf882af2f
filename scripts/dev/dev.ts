// pnpm dev: like npm start, with hot reload.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { requireUsableSettings } from "./check-settings";
import { demoSettings, endWithDatabase, printBanner } from "./demo-terminal";
import { GENERATE, runStep } from "./steps";
import { writeEnvironment } from "./write-environment";

const settings = demoSettings();
await requireUsableSettings(settings);
const { ok } = await runStep(GENERATE, { live: false });
if (!ok) process.exit(1);
// Imported only now, because it needs the generated database client.
const { startDemoStack } = await import("./demo-stack");
const stack = await startDemoStack({ ...settings, hasPast: true });
void endWithDatabase(stack);
Object.assign(process.env, stack.env, { NODE_ENV: "development" });
const web = path.join(import.meta.dirname, "../../apps/web");
process.chdir(web);
const { startDevServer } = await import(pathToFileURL(path.join(web, "dev-server.ts")).href);
await startDevServer();
printBanner(stack, writeEnvironment(settings.dataDir, stack.env));
