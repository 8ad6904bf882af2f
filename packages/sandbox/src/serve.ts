import { join } from "node:path";
import { Hono } from "hono";
import { createControlApp, type HomeLink } from "./control-app";
import { Faults } from "./faults";
import { createGenerationApp } from "./generation/generation-app";
import { createGenerationState, type VideoTiming } from "./generation/generation-state";
import { fetchReferenceOverHttp } from "./generation/reference-image";
import { listen } from "./http-server";
import { Mailbox } from "./mail/mailbox";
import { createMailboxApp } from "./mail/mailbox-app";
import { DEMO_PRODUCT_IDS, DEMO_PRODUCTS } from "./payments/demo-products";
import { createPaymentApp } from "./payments/payment-app";
import { openPaymentArchive, type PaymentArchive } from "./payments/payment-archive";
import type { ProductTerms } from "./payments/payment-state";
import { completeKeys, SANDBOX_BUCKET, type SandboxAddresses, type SandboxKeys, sandboxEnv } from "./sandbox-env";
import { createFolderObjectStore, type ObjectStore } from "./storage/object-store";
import { createStorageApp } from "./storage/storage-app";

export interface SandboxOptions {
  /** 0 for any free port. */
  port: number;
  smtpPort: number;
  /** Directory for stored objects and the payment provider's data, kept across restarts. */
  dataDir: string;
  /** The service's webhook endpoint. */
  webhookUrl: string;
  /** The service's origin, for a link on the home page. */
  appOrigin: string;
  /** The sandbox's public URL, if it differs from host and port. */
  publicUrl?: string;
  host?: string;
  products?: ReadonlyMap<string, ProductTerms>;
  /** Missing keys are generated. */
  keys?: Partial<SandboxKeys>;
  chatPacingMs?: number;
  videoTiming?: VideoTiming;
  /** How many generated files are kept, as `createGenerationState` takes it. */
  filesMax?: number;
}

export interface RunningSandbox {
  url: string;
  /** The environment variables that point the service to it. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** Every client of the sandbox can make payments succeed, so by default it is reachable from this machine only. */
const DEFAULT_HOST = "127.0.0.1";

/** Serves all simulated services on one port, and the mail server on another. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const host = options.host ?? DEFAULT_HOST;
  const faults = new Faults();
  const keys = completeKeys(options.keys ?? {});
  const store = await createFolderObjectStore(join(options.dataDir, "storage"));
  const archive = await openPaymentArchive(join(options.dataDir, "payments.bin"));
  const mailbox = new Mailbox({ faults, now });
  const stopping = new AbortController();

  // Not strict: `/mail/` and `/mail` are the same.
  const app = new Hono({ strict: false });
  const server = await listen(app, options.port, host);
  const url = options.publicUrl ?? `http://${host}:${server.port}`;
  const addresses = { payment: `${url}/payment`, generation: `${url}/generation`, storage: `${url}/storage` };
  mountServices(app, { options, url, addresses, keys, faults, store, archive, mailbox, signal: stopping.signal });
  try {
    const smtpUrl = await mailbox.start(options.smtpPort, host);
    return {
      url,
      env: { ...sandboxEnv(addresses, keys, smtpUrl), ...DEMO_PRODUCT_IDS },
      async stop() {
        stopping.abort();
        await Promise.all([server.stop(), mailbox.stop()]);
        await archive.save();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

interface SandboxContext {
  options: SandboxOptions;
  url: string;
  addresses: SandboxAddresses;
  keys: SandboxKeys;
  faults: Faults;
  store: ObjectStore;
  archive: PaymentArchive;
  mailbox: Mailbox;
  signal: AbortSignal;
}

function mountServices(app: Hono, context: SandboxContext): void {
  const { options, url, addresses, keys, faults, store, archive, mailbox, signal } = context;
  app.route("/", createControlApp({ faults, links: homeLinks(url, options.appOrigin) }));
  app.route("/mail", createMailboxApp({ mailbox, publicUrl: `${url}/mail` }));
  const payment = createPaymentApp({
    apiKey: keys.providerApiKey,
    webhookSecret: keys.providerWebhookSecret,
    webhookUrl: options.webhookUrl,
    publicUrl: addresses.payment,
    products: options.products ?? DEMO_PRODUCTS,
    state: archive.state,
    now,
    faults,
    signal,
  });
  app.use("/payment/*", async (c, next) => {
    await next();
    if (c.req.method !== "GET") await archive.save();
  });
  app.route("/payment", payment);
  const generation = createGenerationApp({
    apiKey: keys.aiApiKey,
    publicUrl: addresses.generation,
    state: createGenerationState(options.filesMax),
    fetchReference: fetchReferenceOverHttp,
    chatPacingMs: options.chatPacingMs,
    videoTiming: options.videoTiming,
    now,
    faults,
  });
  app.route("/generation", generation);
  const storage = createStorageApp({
    accessKeyId: keys.storageAccessKeyId,
    secretAccessKey: keys.storageSecretAccessKey,
    bucket: SANDBOX_BUCKET,
    basePath: "/storage",
    store,
    now,
    faults,
  });
  app.route("/", storage);
}

function now(): Date {
  return new Date();
}

function homeLinks(url: string, appOrigin: string): HomeLink[] {
  return [
    { href: appOrigin, name: "The service", text: "Where the demo accounts sign in." },
    {
      href: `${url}/payment/dashboard`,
      name: "Payment provider",
      text: "Subscriptions, orders, refunds, and every webhook with what the service answered.",
    },
    { href: `${url}/mail`, name: "Mailbox", text: "Every mail the service sends: confirmations, sign-in links." },
  ];
}
