// node tools/sandbox.js: the sandbox as a process of its own, for a demonstration in containers (compose.yaml). `npm start` runs it in its
// own process. Its keys are the service's, from the same environment; deploy/demo.env points the service to it.
import { startSandbox } from "@app/sandbox/serve";

const DEFAULT_PORT = 3001;
const DEFAULT_SMTP_PORT = 3002;
/** All addresses of its container. compose.yaml publishes the port to this machine alone. */
const DEFAULT_HOST = "0.0.0.0";

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: see deploy/demo.env`);
  return value;
}

const sandbox = await startSandbox({
  port: Number(process.env["SANDBOX_PORT"] || DEFAULT_PORT),
  smtpPort: Number(process.env["SMTP_PORT"] || DEFAULT_SMTP_PORT),
  host: process.env["SANDBOX_HOST"] || DEFAULT_HOST,
  dataDir: setting("SANDBOX_DATA_DIR"),
  publicUrl: setting("SANDBOX_URL"),
  webhookUrl: setting("SANDBOX_WEBHOOK_URL"),
  appOrigin: setting("APP_URL"),
  keys: {
    providerApiKey: setting("PROVIDER_API_KEY"),
    providerWebhookSecret: setting("PROVIDER_WEBHOOK_SECRET"),
    aiApiKey: setting("AI_API_KEY"),
    storageAccessKeyId: setting("STORAGE_ACCESS_KEY_ID"),
    storageSecretAccessKey: setting("STORAGE_SECRET_ACCESS_KEY"),
  },
});
console.log(`sandbox ready at ${sandbox.url}`);

async function stop(): Promise<void> {
  await sandbox.stop();
  process.exit(0);
}
process.once("SIGINT", stop);
process.once("SIGTERM", stop);
