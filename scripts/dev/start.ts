// npm start: the whole service on this machine, built for production, against the sandbox.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { requireUsableSettings } from "./check-settings";
import { demoSettings, endWithDatabase, printBanner } from "./demo-terminal";
import { BUILD, runStep } from "./steps";
import { writeEnvironment } from "./write-environment";

const settings = demoSettings();
await requireUsableSettings(settings);
const { ok } = await runStep(BUILD, { live: false });
if (!ok) process.exit(1);
// Imported only now, because it needs the generated database client.
const { startDemoStack } = await import("./demo-stack");
const stack = await startDemoStack({ ...settings, hasPast: true });
void endWithDatabase(stack);
Object.assign(process.env, stack.env);
const { ready } = await import(
  pathToFileURL(path.join(import.meta.dirname, "../../apps/web/build/server/index.js")).href
);
await ready;
printBanner(stack, writeEnvironment(settings.dataDir, stack.env));
