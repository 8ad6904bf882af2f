import { z } from "zod";
import { WEBHOOK_TEST, type WebhookType } from "./webhook-events";

/*
 * The bodies of outgoing webhooks. Ids are those of the REST API. New fields may be added; receivers ignore what they do not know.
 */

const payload = <Type extends WebhookType, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({
    type: z.literal(type),
    timestamp: z.iso.datetime().meta({ description: "When it happened" }),
    data,
  });

const generation = {
  id: z.string().meta({ description: "Id of the generation, the historyId of the REST API" }),
  kind: z.enum(["image", "video"]),
  taskId: z.string().nullable().meta({ description: "The taskId of a video; null for an image" }),
  creditsUsed: z.int().meta({ description: "Credits that it was charged" }),
  createdAt: z.iso.datetime(),
};

/** The body of each event as a zod schema. */
export const webhookPayloads = {
  "generation.completed": payload(
    "generation.completed",
    z.object({
      ...generation,
      status: z.literal("completed"),
      resultUrl: z.string().meta({ description: "Address of the image or video" }),
    }),
  ),
  "generation.failed": payload(
    "generation.failed",
    z.object({ ...generation, status: z.literal("failed"), error: z.string() }),
  ),
  "credits.granted": payload(
    "credits.granted",
    z.object({
      id: z.string().meta({ description: "Id of the ledger entry" }),
      credits: z.int().positive(),
      reason: z.string().meta({
        description: "subscription_cycle, subscription_schedule, one_time_pack, or an administrator's reason",
      }),
      reference: z.string().nullable().meta({ description: "Id of the payment or subscription, if there is one" }),
      balance: z.int().meta({ description: "Balance after it" }),
    }),
  ),
  "credits.low": payload(
    "credits.low",
    z.object({
      balance: z.int().meta({ description: "Balance after the charge that crossed the threshold" }),
      threshold: z.int().meta({ description: "The balance was above it before, and is not any more" }),
    }),
  ),
  "subscription.updated": payload(
    "subscription.updated",
    z.object({
      id: z.string(),
      planKey: z.string(),
      status: z.string().meta({ description: "active, trialing, past_due, scheduled_cancel, canceled, expired, …" }),
      currentPeriodEnd: z.iso.datetime(),
      previousPlanKey: z.string().nullable().meta({ description: "Null for a new subscription" }),
      previousStatus: z.string().nullable().meta({ description: "Null for a new subscription" }),
    }),
  ),
  [WEBHOOK_TEST]: payload(WEBHOOK_TEST, z.object({ endpointId: z.string() })),
} as const satisfies Record<WebhookType, z.ZodType>;

export type WebhookPayload<Type extends WebhookType> = z.output<(typeof webhookPayloads)[Type]>;

const HAPPENED_AT = "2026-03-10T12:00:00.000Z";

/** A body of each event, for documents and tests. */
export const webhookExamples: { readonly [Type in WebhookType]: WebhookPayload<Type> } = {
  "generation.completed": {
    type: "generation.completed",
    timestamp: HAPPENED_AT,
    data: {
      id: "0195802f-1c00-7c3a-9d4e-3f1f6a5b2c10",
      kind: "image",
      taskId: null,
      status: "completed",
      creditsUsed: 20,
      createdAt: "2026-03-10T11:59:48.000Z",
      resultUrl: "https://files.example/images/0195802f.webp",
    },
  },
  "generation.failed": {
    type: "generation.failed",
    timestamp: HAPPENED_AT,
    data: {
      id: "0195802f-1c00-7c3a-9d4e-3f1f6a5b2c11",
      kind: "video",
      taskId: "cgt-20260310-abcde",
      status: "failed",
      creditsUsed: 50,
      createdAt: "2026-03-10T11:55:00.000Z",
      error: "Video generation timeout",
    },
  },
  "credits.granted": {
    type: "credits.granted",
    timestamp: HAPPENED_AT,
    data: { id: "pay_123", credits: 200, reason: "one_time_pack", reference: "pay_123", balance: 240 },
  },
  "credits.low": { type: "credits.low", timestamp: HAPPENED_AT, data: { balance: 95, threshold: 100 } },
  "subscription.updated": {
    type: "subscription.updated",
    timestamp: HAPPENED_AT,
    data: {
      id: "sub_123",
      planKey: "pro_monthly",
      status: "scheduled_cancel",
      currentPeriodEnd: "2026-04-10T12:00:00.000Z",
      previousPlanKey: "pro_monthly",
      previousStatus: "active",
    },
  },
  [WEBHOOK_TEST]: {
    type: WEBHOOK_TEST,
    timestamp: HAPPENED_AT,
    data: { endpointId: "0195802f-1c00-7c3a-9d4e-3f1f6a5b2c12" },
  },
};
