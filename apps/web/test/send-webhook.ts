import { signWebhook } from "@app/sandbox/payment/sign-webhook";
import { TEST_KEYS } from "@app/sandbox/test-sandbox";
import { ApiClient, type ApiResponse } from "./api-client";
import type { TestApp } from "./start-test-app";

export const WEBHOOK_PATH = "/api/payments/provider/webhook";

/** Signs an event, or a body that is already text, and delivers it as the provider does. */
export async function sendWebhook(
  app: TestApp,
  event: object | string,
  options: { header?: string; path?: string } = {},
): Promise<ApiResponse> {
  const body = typeof event === "string" ? event : JSON.stringify(event);
  return new ApiClient(app).postText(options.path ?? WEBHOOK_PATH, body, {
    [options.header ?? "provider-signature"]: signWebhook(body, TEST_KEYS.providerWebhookSecret),
  });
}
