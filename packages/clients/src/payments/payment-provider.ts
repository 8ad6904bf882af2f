import type { CatalogueKey, PurchaseKind } from "@app/core/billing/catalogue";
import type { CancelMode } from "@app/core/billing/subscription-status";
import { AppError } from "@app/core/errors";
import { z } from "zod";
import { HttpUrl } from "../http/address";
import { callJson } from "../http/configured-fetch";
import { reasonForLog, UpstreamError } from "../http/upstream-error";

export interface CheckoutRequest {
  productId: string;
  successUrl: string;
  /** The provider returns it unchanged in its webhooks. */
  metadata: { userId: string; key: CatalogueKey; kind: PurchaseKind };
  customerEmail: string;
}

export interface PaymentProvider {
  /**
   * Opens a hosted checkout.
   * @returns the address to send the buyer to, and the provider's id of the checkout
   * @throws AppError `upstream_failed` "Failed to create checkout" on any failure, within 10 s
   */
  createCheckout(request: CheckoutRequest): Promise<{ id: string | null; url: string }>;
  /**
   * Reads a checkout's current state, in the shape of the provider's events; null when there is none with this id.
   * @throws UpstreamError
   */
  getCheckout(checkoutId: string): Promise<ProviderObject | null>;
  /**
   * Reads a subscription's current state, in the shape of the provider's events; null when there is none with this id.
   * @throws UpstreamError
   */
  getSubscription(subscriptionId: string): Promise<ProviderObject | null>;
  /**
   * Reads a product; null when there is none with this id.
   * @throws UpstreamError
   */
  getProduct(productId: string): Promise<ProviderObject | null>;
  /**
   * Cancels a subscription at the end of the paid period or at once. The provider sends an event when it has ended. Succeeds when the
   * subscription was canceled before.
   * @returns the subscription's current state
   * @throws UpstreamError when the provider fails or refuses
   */
  cancelSubscription(subscriptionId: string, mode: CancelMode): Promise<ProviderObject>;
  /**
   * Takes back a cancellation at the end of the paid period. Succeeds when the subscription renews already.
   * @returns the subscription's current state
   * @throws UpstreamError when the provider fails or refuses
   */
  resumeSubscription(subscriptionId: string): Promise<ProviderObject>;
  /**
   * Creates the address of the provider's pages for a customer (cards, invoices, subscriptions). It is a secret: it needs no sign-in.
   * @throws UpstreamError
   */
  createPortalLink(customerId: string): Promise<string>;
  /**
   * Checks a prompt for an image or a video against the provider's content policies.
   * @param userId kept by the provider with its decision
   * @throws UpstreamError also for a decision that is none of the three
   */
  moderatePrompt(prompt: string, userId: string): Promise<PromptDecision>;
}

/** "flag" is a prompt that a person should look at first. */
export type PromptDecision = z.output<typeof ModerationResponse>["decision"];

/** An object of the provider, unparsed. The core parses it, as it does the provider's events. */
export type ProviderObject = Readonly<Record<string, unknown>>;

/** Limit of a whole call, body included. Below the 10 s that `createCheckout` promises, which leaves time for the rest of the request. */
export const CHECKOUT_TIMEOUT_MS = 8_000;
const CHECKOUT_RESPONSE_MAX_BYTES = 256 * 1024;

// One usable address is enough: the other one may be empty.
const CheckoutResponse = z.object({
  id: z.string().max(255).nullish(),
  checkout_url: HttpUrl.nullish().catch(null),
  url: HttpUrl.nullish().catch(null),
});
const PortalResponse = z.object({ customer_portal_link: HttpUrl });
const ModerationResponse = z.object({ decision: z.enum(["allow", "flag", "deny"]) });
const ObjectResponse = z.record(z.string(), z.unknown());

export interface CreemProviderOptions {
  /** The provider's address, which may have a path, with or without the `/v1` at the end that its documentation shows. */
  apiBase: string;
  apiKey: string;
  timeoutMs?: number;
}

/** The payment provider in Creem's wire format. */
export function createCreemProvider(options: CreemProviderOptions): PaymentProvider {
  const apiBase = withoutVersion(options.apiBase);
  const call = (path: string, body?: object) => callProvider({ ...options, apiBase }, path, body);

  async function callAndParse<Output>(schema: z.ZodType<Output>, path: string, body?: object): Promise<Output> {
    try {
      return schema.parse(await call(path, body));
    } catch (cause) {
      throw cause instanceof UpstreamError
        ? cause
        : new UpstreamError("The payment provider could not be asked", { cause });
    }
  }

  const readObject = (path: string): Promise<ProviderObject | null> =>
    callAndParse(ObjectResponse, path).catch((cause: UpstreamError) => {
      if (cause.status === NOT_FOUND) return null;
      throw cause;
    });

  const readSubscription = (subscriptionId: string) =>
    readObject(`/v1/subscriptions?subscription_id=${encodeURIComponent(subscriptionId)}`);

  /** A refusal is no failure where the subscription already has one of the statuses that the change leads to. */
  async function changeSubscription(
    subscriptionId: string,
    change: "cancel" | "resume",
    body: object,
    statuses: readonly string[],
  ): Promise<ProviderObject> {
    try {
      return await callAndParse(
        ObjectResponse,
        `/v1/subscriptions/${encodeURIComponent(subscriptionId)}/${change}`,
        body,
      );
    } catch (cause) {
      if (!(cause instanceof UpstreamError) || !isRefusal(cause)) throw cause;
      const subscription = await readSubscription(subscriptionId);
      if (!subscription || !statuses.includes(String(subscription["status"]))) throw cause;
      return subscription;
    }
  }

  return {
    async createCheckout(request) {
      try {
        const checkout = CheckoutResponse.parse(
          await call("/v1/checkouts", {
            product_id: request.productId,
            customer: { email: request.customerEmail },
            success_url: request.successUrl,
            metadata: request.metadata,
          }),
        );
        const url = checkout.checkout_url ?? checkout.url;
        if (!url) throw new UpstreamError("The payment provider gave no address");
        return { id: checkout.id ?? null, url };
      } catch (cause) {
        throw new AppError("upstream_failed", "Failed to create checkout", { cause });
      }
    },
    getCheckout: (checkoutId) => readObject(`/v1/checkouts?checkout_id=${encodeURIComponent(checkoutId)}`),
    getSubscription: readSubscription,
    getProduct: (productId) => readObject(`/v1/products?product_id=${encodeURIComponent(productId)}`),
    cancelSubscription: (subscriptionId, mode) =>
      changeSubscription(subscriptionId, "cancel", { mode }, CANCELED_STATUSES[mode]),
    resumeSubscription: (subscriptionId) => changeSubscription(subscriptionId, "resume", {}, ["active", "trialing"]),
    createPortalLink: async (customerId) =>
      (await callAndParse(PortalResponse, "/v1/customers/billing", { customer_id: customerId })).customer_portal_link,
    moderatePrompt: async (prompt, userId) =>
      (await callAndParse(ModerationResponse, "/v1/moderation/prompt", { prompt, external_id: userId })).decision,
  };
}

/** The statuses of a subscription that needs no cancellation any more, by how it is to be canceled. */
const CANCELED_STATUSES: Readonly<Record<CancelMode, readonly string[]>> = {
  immediate: ["canceled"],
  scheduled: ["canceled", "scheduled_cancel"],
};

const NOT_FOUND = 404;

function isRefusal({ status }: UpstreamError): boolean {
  return status !== null && status >= 400 && status < 500;
}

/** Our paths begin with `/v1` themselves. */
function withoutVersion(apiBase: string): string {
  return apiBase.replace(/\/+$/, "").replace(/\/+v1$/, "");
}

/** One call, POST when there is a body. */
async function callProvider(
  { apiBase, apiKey, timeoutMs = CHECKOUT_TIMEOUT_MS }: CreemProviderOptions,
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await callJson(`${apiBase}${path}`, {
    headers: { "x-api-key": apiKey },
    body,
    maxBytes: CHECKOUT_RESPONSE_MAX_BYTES,
    timeoutMs,
  });
  if (!response.ok) {
    throw new UpstreamError(`The payment provider refused the call (${response.status})`, {
      status: response.status,
      cause: reasonForLog(response.text, body && "prompt" in body ? String(body.prompt) : undefined),
    });
  }
  return JSON.parse(response.text);
}
