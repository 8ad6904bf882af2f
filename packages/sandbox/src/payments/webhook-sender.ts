import { pause, pushBounded, readBytes } from "../bounded";
import type { ProviderEvent } from "./events";
import { type DeliveryAttempt, newId, type PaymentState, type WebhookDelivery } from "./payment-state";
import { SIGNATURE_HEADER, signWebhook } from "./signatures";

/** Pauses before the second and later attempts, as documented by the provider. After the last one the delivery has failed. */
export const WEBHOOK_RETRY_DELAYS_MS: readonly number[] = [30_000, 60_000, 300_000, 3_600_000];
export const WEBHOOK_TIMEOUT_MS = 10_000;

/** Manual resends add attempts, so a delivery lists only the newest. */
const ATTEMPTS_LISTED_MAX = 20;
const RESPONSE_MAX_BYTES = 64 * 1024;

export type Deliver = (url: string, init: RequestInit) => Promise<Response>;

export interface WebhookSenderOptions {
  url: string;
  secret: string;
  state: PaymentState;
  now: () => Date;
  deliver: Deliver;
  retryDelaysMs: readonly number[];
  /** Aborting stops the retries. */
  signal: AbortSignal | undefined;
}

/** Signs events and sends them to the service, with a limited number of attempts. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  /** Resolves after the first attempt. Retries continue in the background; see `deliveriesSettled`. */
  async send(event: ProviderEvent): Promise<WebhookDelivery> {
    const delivery: WebhookDelivery = {
      id: newId("whd"),
      eventType: event.eventType,
      body: JSON.stringify(event),
      state: "pending",
      attempts: [],
    };
    this.#options.state.deliveries.set(delivery.id, delivery);
    await this.#attempt(delivery);
    if (delivery.state === "pending") this.#retryInBackground(delivery);
    return delivery;
  }

  /** Makes one more attempt. */
  async resend(delivery: WebhookDelivery): Promise<WebhookDelivery> {
    await this.#attempt(delivery);
    if (delivery.state === "pending") delivery.state = "failed";
    return delivery;
  }

  #retryInBackground(delivery: WebhookDelivery): void {
    const { retries } = this.#options.state;
    const retry = this.#retry(delivery).finally(() => retries.delete(retry));
    retries.add(retry);
  }

  async #retry(delivery: WebhookDelivery): Promise<void> {
    const { retryDelaysMs, signal } = this.#options;
    for (const delayMs of retryDelaysMs) {
      await pause(delayMs, signal);
      if (signal?.aborted) return;
      await this.#attempt(delivery);
      if (delivery.state !== "pending") return;
    }
    delivery.state = "failed";
  }

  async #attempt(delivery: WebhookDelivery): Promise<void> {
    const { url, secret, now, deliver } = this.#options;
    const attempt: DeliveryAttempt = { at: now(), status: null, error: null };
    try {
      const response = await deliver(url, {
        method: "POST",
        headers: { "content-type": "application/json", [SIGNATURE_HEADER]: signWebhook(delivery.body, secret) },
        body: delivery.body,
        redirect: "manual",
        signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
      });
      attempt.status = response.status;
      await readBytes(response, RESPONSE_MAX_BYTES);
      if (response.ok) delivery.state = "delivered";
    } catch (error) {
      attempt.error = describeFailure(error);
    }
    pushBounded(delivery.attempts, attempt, ATTEMPTS_LISTED_MAX);
  }
}

/** The global fetch says only "fetch failed"; its cause has the reason. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return "code" in cause ? String(cause.code) : cause.message;
}

/** Resolves when no retries are running. */
export async function deliveriesSettled(state: PaymentState): Promise<void> {
  while (state.retries.size > 0) await Promise.all(state.retries);
}
