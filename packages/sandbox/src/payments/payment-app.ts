import { Hono } from "hono";
import type { Faults } from "../faults";
import { PaymentOperations } from "./payment-operations";
import { createPaymentPages } from "./payment-pages";
import type { PaymentState, ProductTerms } from "./payment-state";
import { createProviderApi } from "./provider-api";
import { createSimulateRoutes, deliveryJson } from "./simulate-routes";
import { type Deliver, WEBHOOK_RETRY_DELAYS_MS, WebhookSender } from "./webhook-sender";

export interface PaymentAppOptions {
  apiKey: string;
  webhookSecret: string;
  /** The service's webhook endpoint. */
  webhookUrl: string;
  /** The app's base URL, without a trailing slash. */
  publicUrl: string;
  products: ReadonlyMap<string, ProductTerms>;
  now: () => Date;
  state: PaymentState;
  faults: Faults;
  /** Sends the webhooks; the global fetch if absent. */
  deliver?: Deliver | undefined;
  retryDelaysMs?: readonly number[] | undefined;
  /** Aborting it stops the retries of failed deliveries. */
  signal?: AbortSignal | undefined;
}

/** Simulates the payment provider: its API, hosted checkout, dashboard and webhooks. */
export function createPaymentApp(options: PaymentAppOptions): Hono {
  const { apiKey, publicUrl, state, faults, now, products } = options;
  const sender = new WebhookSender({
    url: options.webhookUrl,
    secret: options.webhookSecret,
    state,
    now,
    deliver: options.deliver ?? ((url, init) => fetch(url, init)),
    retryDelaysMs: options.retryDelaysMs ?? WEBHOOK_RETRY_DELAYS_MS,
    signal: options.signal,
  });
  const operations = new PaymentOperations(state, sender, now);

  const app = new Hono();
  app.route("/v1", createProviderApi({ apiKey, publicUrl, products, state, operations, now, faults }));
  app.route("/simulate", createSimulateRoutes(operations, state));
  app.get("/deliveries", (c) => c.json([...state.deliveries.values()].reverse().map(deliveryJson)));
  app.route("/", createPaymentPages({ state, operations, publicUrl, apiKey }));
  return app;
}
