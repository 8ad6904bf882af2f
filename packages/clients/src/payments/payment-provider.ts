import type { CatalogueKey, PurchaseKind } from "@app/core/billing/catalogue";
import type { CancelMode } from "@app/core/billing/subscription-status";
import { AppError } from "@app/core/errors";
import { z } from "zod";
import { HttpUrl } from "../http/address";
import { callConfigured } from "../http/configured-call";
import { UpstreamError } from "../http/upstream-error";

export interface CheckoutRequest {
  productId: string;
  successUrl: string;
  /** Travels through the provider and comes back in the webhook. */
  metadata: { userId: string; key: CatalogueKey; kind: PurchaseKind };
  customerEmail: string;
}

export interface PaymentProvider {
  /**
   * Opens a hosted checkout and returns the address to send the buyer to, and the provider's id of it.
   * @throws AppError `upstream_failed` "Failed to create checkout" on any failure, within 10 s
   */
  createCheckout(request: CheckoutRequest): Promise<{ id: string | null; url: string }>;
  /**
   * A checkout as the provider has it now, in the shape its events carry; null when it knows none of this id.
   * @throws UpstreamError
   */
  getCheckout(checkoutId: string): Promise<ProviderObject | null>;
  /**
   * A subscription as the provider has it now, in the shape its events carry; null when it knows none of this id.
   * @throws UpstreamError
   */
  getSubscription(subscriptionId: string): Promise<ProviderObject | null>;
  /**
   * Cancels a subscription, with the period that is paid or at once. An event follows when that has happened. A provider that refuses
   * because it has canceled before is no failure.
   * @returns the subscription as the provider has it now
   * @throws UpstreamError when the provider fails or refuses
   */
  cancelSubscription(subscriptionId: string, mode: CancelMode): Promise<ProviderObject>;
  /**
   * The address of the provider's own pages for a customer: cards, invoices, subscriptions. Whoever has it is let in.
   * @throws UpstreamError
   */
  createPortalLink(customerId: string): Promise<string>;
}

/** An object of the provider's. What is in it is read where its events are read, in the core. */
export type ProviderObject = Readonly<Record<string, unknown>>;

/** The whole call, body included. Below the 10 s callers are promised, which leaves room for what surrounds it. */
export const CHECKOUT_TIMEOUT_MS = 8_000;
const CHECKOUT_RESPONSE_MAX_BYTES = 256 * 1024;
/** How much of a refusal is kept for the log. */
const RAW_RESPONSE_MAX_CHARS = 2_000;

const CheckoutResponse = z.object({
  id: z.string().max(255).nullish(),
  checkout_url: HttpUrl.nullish(),
  url: HttpUrl.nullish(),
});
const PortalResponse = z.object({ customer_portal_link: HttpUrl });
const ObjectResponse = z.record(z.string(), z.unknown());

export interface CreemProviderOptions {
  /** The provider's address, with or without the `/v1` its documentation has at the end; it may have a path. */
  apiBase: string;
  apiKey: string;
  timeoutMs?: number;
}

/** The payment provider in Creem's wire format. */
export function createCreemProvider(options: CreemProviderOptions): PaymentProvider {
  const apiBase = withoutVersion(options.apiBase);
  const call = (path: string, body?: object) => callProvider({ ...options, apiBase }, path, body);

  async function ask<Answer>(schema: z.ZodType<Answer>, path: string, body?: object): Promise<Answer> {
    try {
      return schema.parse(await call(path, body));
    } catch (cause) {
      throw cause instanceof UpstreamError
        ? cause
        : new UpstreamError("The payment provider could not be asked", { cause });
    }
  }

  const readObject = (path: string): Promise<ProviderObject | null> =>
    ask(ObjectResponse, path).catch((cause: UpstreamError) => {
      if (cause.status === NOT_FOUND) return null;
      throw cause;
    });

  const readSubscription = (subscriptionId: string) =>
    readObject(`/v1/subscriptions?subscription_id=${encodeURIComponent(subscriptionId)}`);

  return {
    async createCheckout(request) {
      try {
        const answer = CheckoutResponse.parse(
          await call("/v1/checkouts", {
            product_id: request.productId,
            customer: { email: request.customerEmail },
            success_url: request.successUrl,
            metadata: request.metadata,
          }),
        );
        const url = answer.checkout_url ?? answer.url;
        if (!url) throw new UpstreamError("The payment provider gave no address");
        return { id: answer.id ?? null, url };
      } catch (cause) {
        throw new AppError("upstream_failed", "Failed to create checkout", { cause });
      }
    },
    getCheckout: (checkoutId) => readObject(`/v1/checkouts?checkout_id=${encodeURIComponent(checkoutId)}`),
    getSubscription: readSubscription,
    cancelSubscription: async (subscriptionId, mode) => {
      try {
        return await ask(ObjectResponse, `/v1/subscriptions/${encodeURIComponent(subscriptionId)}/cancel`, { mode });
      } catch (refusal) {
        if (!(refusal instanceof UpstreamError) || !isRefusal(refusal)) throw refusal;
        const known = await readSubscription(subscriptionId);
        if (known?.["status"] !== "canceled") throw refusal;
        return known;
      }
    },
    createPortalLink: async (customerId) =>
      (await ask(PortalResponse, "/v1/customers/billing", { customer_id: customerId })).customer_portal_link,
  };
}

const NOT_FOUND = 404;

function isRefusal({ status }: UpstreamError): boolean {
  return status !== null && status >= 400 && status < 500;
}

/** Every path of ours begins with `/v1`. */
function withoutVersion(apiBase: string): string {
  return apiBase.replace(/\/+$/, "").replace(/\/+v1$/, "");
}

/** One call, POST when there is a body. */
async function callProvider(
  { apiBase, apiKey, timeoutMs = CHECKOUT_TIMEOUT_MS }: CreemProviderOptions,
  path: string,
  body?: object,
): Promise<unknown> {
  const called = await callConfigured(`${apiBase}${path}`, {
    headers: { "x-api-key": apiKey },
    body,
    maxBytes: CHECKOUT_RESPONSE_MAX_BYTES,
    timeoutMs,
  });
  const text = await called.text();
  if (!called.ok) {
    throw new UpstreamError(`The payment provider refused the call (${called.status})`, {
      status: called.status,
      cause: text.slice(0, RAW_RESPONSE_MAX_CHARS),
    });
  }
  return JSON.parse(text);
}
