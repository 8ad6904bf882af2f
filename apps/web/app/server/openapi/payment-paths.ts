import { CheckoutInput } from "@app/core/billing/checkout-input";
import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { json, operation } from "./operation";
import { GrantRunBody } from "./responses";

const provider = z.object({
  provider: z.string().describe("The configured provider's name, or `provider`.").meta({ example: "provider" }),
});

/** The query is clamped, never refused. */
const RunQuery = z.object({
  limit: z.string().optional().describe("Schedules in one run, 1 to 500. Default: 50."),
  catchUp: z.string().optional().describe("Instalments of one schedule in one run, 1 to 36. Default: 12."),
});

/** Checkout, the provider's webhook and the scheduler. */
export const PAYMENT_PATHS: ZodOpenApiPathsObject = {
  "/api/payments/{provider}/checkout": {
    post: operation({
      id: "createCheckout",
      tag: "payments",
      summary: "Open a checkout",
      description: "Lead the buyer to the address in the response. Credits arrive with the provider's webhook.",
      caller: { kind: "session" },
      path: provider,
      body: { schema: CheckoutInput, example: { key: "pack_200" } },
      isIdempotent: true,
      responses: { "200": json("The checkout.", z.object({ url: z.string() })) },
      errors: [404, 502, 503],
    }),
  },
  "/api/payments/{provider}/webhook": {
    post: operation({
      id: "receiveProviderWebhook",
      tag: "payments",
      summary: "Receive an event of the payment provider",
      description: "Called by the payment provider, in its own format, with its signature.",
      caller: { kind: "provider" },
      path: provider,
      requestBody: { required: true, content: { "application/json": { schema: z.looseObject({}) } } },
      responses: { "200": json("Received.", z.object({ received: z.literal(true) })) },
      errors: [404],
    }),
  },
  "/api/payments/{provider}/redirect-placeholder": {
    get: operation({
      id: "getSimulatedCheckout",
      tag: "payments",
      summary: "The page a simulated checkout leads to",
      caller: { kind: "anyone" },
      path: provider,
      responses: { "200": { description: "A page.", content: { "text/html": { schema: z.string() } } } },
      errors: [404],
    }),
  },
  ...cronPath("/api/cron/subscription-grants", "SubscriptionGrants", GrantRunBody, {
    caller: { kind: "scheduler" },
    query: RunQuery,
  }),
  ...cronPath("/api/cron/grant-subscription-credits", "SubscriptionCredits", GrantRunBody.pick({ processed: true }), {
    caller: { kind: "scheduler with secret" },
  }),
};

function cronPath(
  path: string,
  name: string,
  body: z.ZodType,
  request: Pick<Parameters<typeof operation>[0], "caller" | "query">,
): ZodOpenApiPathsObject {
  const run = (id: string) =>
    operation({
      id,
      tag: "payments",
      summary: "Grant the due instalments of yearly plans",
      description: "Called by a scheduler with the cron secret. A repeated run grants nothing twice.",
      ...request,
      responses: { "200": json("What was granted.", body) },
    });
  return { [path]: { get: run(`grant${name}ByGet`), post: run(`grant${name}`) } };
}
