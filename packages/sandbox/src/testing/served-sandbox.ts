import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SIGNATURE_HEADER } from "../payments/signatures";
import { type RunningSandbox, type SandboxOptions, startSandbox } from "../serve";

export interface ReceivedWebhook {
  signature: string;
  body: string;
}

export interface ServedSandbox {
  /** Webhooks that reached the service, oldest first. */
  webhooks: ReceivedWebhook[];
  /** The running sandbox; another one after a restart. */
  current(): RunningSandbox;
  /** @returns an environment variable of the running sandbox; throws if it is missing */
  env(name: string): string;
  /** Stops the sandbox and starts it again with the same data. */
  restart(): Promise<void>;
  /** Starts another sandbox with the same options. */
  startAnother(): Promise<RunningSandbox>;
  stop(): Promise<void>;
}

/** Serves a sandbox over HTTP, with a service that accepts every webhook, for tests that need real connections. */
export async function serveTestSandbox(options: Partial<SandboxOptions> = {}): Promise<ServedSandbox> {
  const dataDir = await mkdtemp(join(tmpdir(), "sandbox-"));
  const webhooks: ReceivedWebhook[] = [];
  const service = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    webhooks.push({ signature: String(request.headers[SIGNATURE_HEADER]), body });
    response.end('{"received":true}');
  });
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  const address = service.address();
  const webhookUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/webhook`;
  const start = () =>
    startSandbox({ port: 0, smtpPort: 0, dataDir, webhookUrl, appOrigin: "http://localhost:3000", ...options });
  let sandbox = await start();
  return {
    webhooks,
    current: () => sandbox,
    env(name) {
      const value = sandbox.env[name];
      if (value === undefined) throw new Error(`${name} is not in the environment`);
      return value;
    },
    startAnother: start,
    async restart() {
      await sandbox.stop();
      sandbox = await start();
    },
    async stop() {
      await sandbox.stop();
      service.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
