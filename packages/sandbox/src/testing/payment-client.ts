import { TEST_KEYS, TEST_ORIGINS, type TestSandbox } from "./test-sandbox";

/** Metadata of the checkouts that `openCheckout` creates. */
export const CHECKOUT_METADATA = { userId: "user-1", key: "starter_monthly", kind: "subscription" };

/** Requests to the payment provider of a sandbox, for its tests. `sandbox` is called for every request: a test may replace it. */
export function paymentClient(sandbox: () => TestSandbox) {
  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const request = new Request(`${TEST_ORIGINS.payment}${path}`, { redirect: "manual", ...init });
    const response = await sandbox().handle(request);
    if (!response) throw new Error("The request was not handled");
    return response;
  }

  function api(path: string, body?: unknown, apiKey = TEST_KEYS.providerApiKey): Promise<Response> {
    const headers = { "x-api-key": apiKey, "content-type": "application/json" };
    return send(
      `/v1${path}`,
      body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) },
    );
  }

  async function openCheckout(fields: Record<string, unknown> = {}): Promise<{ id: string; checkout_url: string }> {
    const response = await api("/checkouts", { product_id: "starter_monthly", metadata: CHECKOUT_METADATA, ...fields });
    if (!response.ok) throw new Error(`The checkout was refused: ${await response.text()}`);
    return response.json();
  }

  function submit(checkoutUrl: string, form: Record<string, string>): Promise<Response> {
    return send(new URL(checkoutUrl).pathname, { method: "POST", body: new URLSearchParams(form) });
  }

  async function simulate(path: string) {
    const response = await send(`/simulate/${path}`, { method: "POST" });
    return { status: response.status, ...(await response.json()) };
  }

  /** The types of the sent webhooks, in order. */
  function eventTypes(): string[] {
    return sandbox().webhooks.map(({ body }) => JSON.parse(body).eventType);
  }

  return { send, api, openCheckout, submit, simulate, eventTypes };
}
