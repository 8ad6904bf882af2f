import type { CatalogueKey, PurchaseKind } from "@app/core/catalogue/plans";
import { AppError } from "@app/core/errors";
import { z } from "zod";
import { boundBody } from "./bounded-body";
import { withDeadline } from "./deadline";
import { HttpUrl } from "./http-url";
import { UpstreamError } from "./upstream-error";

export interface CheckoutRequest {
  productId: string;
  successUrl: string;
  /** Travels through the provider and comes back in the webhook. */
  metadata: { userId: string; key: CatalogueKey; kind: PurchaseKind };
  customerEmail: string;
}

export interface PaymentProvider {
  /**
   * Opens a hosted checkout and returns the address to send the buyer to.
   * @throws AppError `upstream_failed` "Failed to create checkout" on any failure, within 10 s
   */
  createCheckout(request: CheckoutRequest): Promise<{ url: string }>;
}

/** The whole call, body included. Below the 10 s callers are promised, which leaves room for what surrounds it. */
export const CHECKOUT_TIMEOUT_MS = 8_000;
const CHECKOUT_ANSWER_MAX_BYTES = 256 * 1024;
/** How much of a refusal is kept for the log. */
const RAW_ANSWER_MAX_CHARS = 2_000;

const CheckoutAnswer = z.object({ checkout_url: HttpUrl.nullish(), url: HttpUrl.nullish() });

export interface CreemProviderOptions {
  /** Address before `/v1/checkouts`; it may have a path. */
  apiBase: string;
  apiKey: string;
  fetch?: typeof fetch;
  timeoutMs?: number;
}

/** The payment provider in Creem's wire format. */
export function createCreemProvider(options: CreemProviderOptions): PaymentProvider {
  const endpoint = `${options.apiBase.replace(/\/+$/, "")}/v1/checkouts`;
  const timeoutMs = options.timeoutMs ?? CHECKOUT_TIMEOUT_MS;

  async function requestCheckout(request: CheckoutRequest, signal: AbortSignal): Promise<string> {
    const send = options.fetch ?? fetch;
    const response = await send(endpoint, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", "x-api-key": options.apiKey },
      body: JSON.stringify({
        product_id: request.productId,
        customer: { email: request.customerEmail },
        success_url: request.successUrl,
        metadata: request.metadata,
      }),
      // A redirect followed would carry the key and the order elsewhere.
      redirect: "manual",
      signal,
    });
    const text = await boundBody(response, CHECKOUT_ANSWER_MAX_BYTES, signal).text();
    if (!response.ok) {
      throw new UpstreamError("The payment provider refused the checkout", {
        status: response.status,
        cause: text.slice(0, RAW_ANSWER_MAX_CHARS),
      });
    }
    const answer = CheckoutAnswer.parse(JSON.parse(text));
    const url = answer.checkout_url ?? answer.url;
    if (!url) throw new UpstreamError("The payment provider gave no address", { status: response.status });
    return url;
  }

  return {
    async createCheckout(request) {
      try {
        return { url: await withDeadline(timeoutMs, (signal) => requestCheckout(request, signal)) };
      } catch (cause) {
        throw new AppError("upstream_failed", "Failed to create checkout", { cause });
      }
    },
  };
}
