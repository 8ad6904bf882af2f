import { AppError } from "@app/core/errors";
import type { ServiceContext } from "../context";
import { processProviderEvent } from "./process-provider-event";
import { storeProviderEvent } from "./store-provider-event";
import { verifyWebhookSignature } from "./verify-webhook-signature";

/**
 * The payment provider announces something. A verified event is kept raw before anything is decided, so that it can be
 * replayed whatever happens next; an error answer makes the provider send it again.
 * @throws AppError `bad_request` "Invalid signature", "Missing metadata", or what is wrong with the body
 */
export async function receiveWebhook(
  ctx: ServiceContext,
  delivery: { rawBody: Uint8Array; signature: string | null },
): Promise<{ received: true }> {
  if (!verifyWebhookSignature(delivery.rawBody, delivery.signature, ctx.config.webhookSecret)) {
    throw new AppError("bad_request", "Invalid signature");
  }
  const stored = await storeProviderEvent(ctx, delivery.rawBody);
  if (!stored.isDuplicate) await processProviderEvent(ctx, stored);
  return { received: true };
}
