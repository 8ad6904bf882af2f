import { Hono } from "hono";
import { pushBounded } from "../bounded";
import { Faults } from "../faults";
import { createGenerationApp } from "../generation/generation-app";
import { createGenerationState, type GenerationState, type VideoTiming } from "../generation/generation-state";
import type { FetchReference } from "../generation/reference-image";
import { Mailbox } from "../mail/mailbox";
import { DEMO_PRODUCTS } from "../payments/demo-products";
import { createPaymentApp } from "../payments/payment-app";
import { createPaymentState, type PaymentState, type ProductTerms } from "../payments/payment-state";
import { type Deliver, WEBHOOK_RETRY_DELAYS_MS } from "../payments/webhook-sender";
import { SANDBOX_BUCKET, type SandboxKeys, sandboxEnv } from "../sandbox-env";
import { createMemoryObjectStore, type ObjectStore } from "../storage/object-store";
import { createStorageApp } from "../storage/storage-app";
import { sampleImage } from "./sample-image";

/** Invented origins. Tests pass requests to them to `handle`, so that nothing reaches the network. */
export const TEST_ORIGINS = {
  payment: "https://payment.sandbox.test",
  generation: "https://ai.sandbox.test/api/v3",
  storage: "https://storage.sandbox.test",
} as const;

export const TEST_KEYS: SandboxKeys = {
  providerApiKey: "creem_test_key",
  providerWebhookSecret: "whsec_test_secret",
  aiApiKey: "ai-test-key",
  storageAccessKeyId: "storage-test-id",
  storageSecretAccessKey: "storage-test-secret",
};

export const VIDEO_INSTANT: VideoTiming = { queuedMs: 0, runningMs: 0 };
/** Video tasks stay "running" until `settleVideoTask` (generation/generation-state) finishes them. */
export const VIDEO_MANUAL: VideoTiming = { queuedMs: 0, runningMs: Number.POSITIVE_INFINITY };

const RECORDED_REQUESTS_MAX = 1_000;

export interface TestSandboxOptions {
  now?: () => Date;
  products?: ReadonlyMap<string, ProductTerms>;
  /** The service's webhook endpoint as a function; by default it responds with 200. */
  deliver?: Deliver;
  webhookUrl?: string;
  /** Pauses before the second and later attempts of a webhook; by default the provider's number of attempts without pauses. */
  retryDelaysMs?: readonly number[];
  videoTiming?: VideoTiming;
  /** Downloads reference images from other hosts; by default every URL gives a sample picture. */
  fetchReference?: FetchReference;
}

/** A sent webhook; copies and retries are separate. */
export interface SentWebhook {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface TestSandbox {
  env: Record<string, string>;
  faults: Faults;
  payment: PaymentState;
  generation: GenerationState;
  store: ObjectStore;
  mailbox: Mailbox;
  /** All requests to the simulated services, oldest first. */
  requests: RecordedRequest[];
  webhooks: SentWebhook[];
  /** Receives the webhooks; may be replaced at any time. */
  deliver: Deliver;
  /** Handles a request to one of `TEST_ORIGINS`; undefined for any other. `Response.error()` is a broken connection. */
  handle(request: Request): Promise<Response | undefined>;
  /** Starts the mail server on a free port, sets `env.SMTP_URL` and returns it. */
  startMail(): Promise<string>;
  stop(): Promise<void>;
}

/** Creates all simulated services in memory, without pauses. */
export function createTestSandbox(options: TestSandboxOptions = {}): TestSandbox {
  const now = options.now ?? (() => new Date());
  const faults = new Faults();
  const stopping = new AbortController();
  const mailbox = new Mailbox({ faults, now });
  const sandbox: TestSandbox = {
    env: sandboxEnv(TEST_ORIGINS, TEST_KEYS),
    faults,
    payment: createPaymentState(),
    generation: createGenerationState(),
    store: createMemoryObjectStore(),
    mailbox,
    requests: [],
    webhooks: [],
    deliver: options.deliver ?? (async () => Response.json({ received: true })),
    async handle(request) {
      const app = apps.get(new URL(request.url).origin);
      if (!app) return undefined;
      pushBounded(sandbox.requests, await recordRequest(request), RECORDED_REQUESTS_MAX);
      return app.fetch(request);
    },
    async startMail() {
      const smtpUrl = await mailbox.start(0);
      sandbox.env["SMTP_URL"] = smtpUrl;
      return smtpUrl;
    },
    async stop() {
      stopping.abort();
      await mailbox.stop();
    },
  };
  const apps = createTestApps(sandbox, options, now, stopping.signal);
  return sandbox;
}

/** The services' apps by origin. */
function createTestApps(
  sandbox: TestSandbox,
  options: TestSandboxOptions,
  now: () => Date,
  signal: AbortSignal,
): Map<string, Hono> {
  const { faults } = sandbox;
  const deliver: Deliver = (url, init) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    pushBounded(sandbox.webhooks, { url, headers, body: String(init.body) }, RECORDED_REQUESTS_MAX);
    return sandbox.deliver(url, init);
  };
  const payment = createPaymentApp({
    apiKey: TEST_KEYS.providerApiKey,
    webhookSecret: TEST_KEYS.providerWebhookSecret,
    webhookUrl: options.webhookUrl ?? "https://service.test/api/payments/provider/webhook",
    publicUrl: TEST_ORIGINS.payment,
    products: options.products ?? DEMO_PRODUCTS,
    state: sandbox.payment,
    retryDelaysMs: options.retryDelaysMs ?? WEBHOOK_RETRY_DELAYS_MS.map(() => 0),
    deliver,
    signal,
    now,
    faults,
  });
  const generation = createGenerationApp({
    apiKey: TEST_KEYS.aiApiKey,
    publicUrl: TEST_ORIGINS.generation,
    state: sandbox.generation,
    fetchReference: (url) => fetchReference(url, sandbox, options.fetchReference ?? sampleImage),
    chatPacingMs: 0,
    videoTiming: options.videoTiming ?? VIDEO_INSTANT,
    now,
    faults,
  });
  const storage = createStorageApp({
    accessKeyId: TEST_KEYS.storageAccessKeyId,
    secretAccessKey: TEST_KEYS.storageSecretAccessKey,
    bucket: SANDBOX_BUCKET,
    basePath: "",
    store: sandbox.store,
    faults,
  });
  return new Map([
    [TEST_ORIGINS.payment, payment],
    [new URL(TEST_ORIGINS.generation).origin, new Hono().route(new URL(TEST_ORIGINS.generation).pathname, generation)],
    [TEST_ORIGINS.storage, new Hono().route("/", storage)],
  ]);
}

/** Reads objects of the sandbox's own storage directly, so that they are not recorded as requests of the service. */
async function fetchReference(url: string, sandbox: TestSandbox, elsewhere: FetchReference): Promise<Uint8Array> {
  const prefix = `${TEST_ORIGINS.storage}/${SANDBOX_BUCKET}/`;
  if (!url.startsWith(prefix)) return elsewhere(url);
  const object = await sandbox.store.get(decodeURIComponent(url.slice(prefix.length)));
  if (!object) throw new Error("There is no such object");
  return object.body;
}

/** A recorded request, for assertions. */
interface RecordedRequest {
  method: string;
  url: string;
  path: string;
  headers: Record<string, string>;
  /** The body as text, cut off after `RECORDED_BODY_MAX_CHARACTERS`. */
  body: string;
}

export const RECORDED_BODY_MAX_CHARACTERS = 100_000;

/** Records a clone, so that the request stays readable. */
async function recordRequest(request: Request): Promise<RecordedRequest> {
  const body = await request.clone().text();
  const { pathname } = new URL(request.url);
  return {
    method: request.method,
    url: request.url,
    path: pathname,
    headers: Object.fromEntries(request.headers),
    body: body.slice(0, RECORDED_BODY_MAX_CHARACTERS),
  };
}
