// Bodies of REST responses, as OpenAPI describes them. `satisfies` keeps each in step with the type of its use case.
import { API_KEY_SCOPES } from "@app/core/api-keys/api-key-scopes";
import type { ChatStreamEvent } from "@app/core/chat/chat-stream";
import type { ApiKey } from "@app/services/api-keys/api-keys";
import type { GeneratedImage } from "@app/services/image/generate-image";
import type { Readiness } from "@app/services/platform/readiness";
import type { GrantRun } from "@app/services/schedule/run-due-grants";
import type { SubmittedVideo } from "@app/services/video/submit-video";
import { z } from "zod";

const credits = z.int().describe("Credits left after the charge.");

export const ErrorBody = z
  .looseObject({
    error: z.string().describe("What is wrong, in English."),
    remainingCredits: z.int().optional().describe("With status 402."),
    creditsNeeded: z.int().optional().describe("With status 402."),
  })
  .meta({ id: "Error" });

export const OpenAiErrorBody = z
  .object({
    error: z.object({ message: z.string(), type: z.string(), code: z.string(), param: z.null() }),
  })
  .meta({ id: "OpenAIError" });

export const Success = z.object({ success: z.literal(true) });

export const GeneratedImageBody = z.object({
  id: z.string().describe("Id in the history."),
  url: z.string().describe("Address of the picture."),
  revisedPrompt: z.string().describe("The prompt as the model understood it."),
  remainingCredits: credits,
  sourceImageUrl: z.string().describe("The reference picture of the request."),
}) satisfies z.ZodType<GeneratedImage>;

export const SubmittedVideoBody = z.object({
  id: z.string().describe("Id in the history: `historyId` of the status request."),
  taskId: z.string(),
  status: z.literal("processing"),
  remainingCredits: credits,
}) satisfies z.ZodType<SubmittedVideo>;

const videoIdentity = { id: z.string(), taskId: z.string() };

/** The status of a video. Fields that one status lacks are absent, or null once the end is stored. */
export const VideoStatusBody = z.discriminatedUnion("status", [
  z.object({ ...videoIdentity, status: z.literal("completed"), videoUrl: z.string(), error: z.null().optional() }),
  z.object({ ...videoIdentity, status: z.literal("failed"), error: z.string(), videoUrl: z.null().optional() }),
  z.object({
    ...videoIdentity,
    status: z.literal("processing"),
    taskStatus: z.string().optional(),
    statusText: z.string().optional(),
    elapsedSeconds: z.number().optional(),
    error: z.string().optional().describe("The status could not be read this time. Ask again."),
  }),
]);

export const ChatEventBody = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("metadata"), sessionId: z.string(), remainingCredits: credits }),
    z.object({ type: z.literal("content"), content: z.string() }),
    z.object({ type: z.literal("done") }),
    z.object({
      type: z.literal("error"),
      error: z.string(),
      creditsCharged: z.int().exactOptional().describe("What the message has cost in the end."),
      remainingCredits: z.int().exactOptional(),
    }),
  ])
  .meta({ id: "ChatEvent" }) satisfies z.ZodType<ChatStreamEvent>;

export const UploadBody = z.object({
  url: z.string().describe("Address of the stored picture; a data: URL without object storage."),
  filename: z.string().optional(),
  size: z.int().optional().describe("Bytes."),
  type: z.string().optional().describe("Content type."),
});

export const MeBody = z.object({ id: z.string(), email: z.string(), credits: z.int(), planKey: z.string() });

export const ApiKeyBody = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string().describe("The first characters of the key."),
    scopes: z.array(z.enum(API_KEY_SCOPES)),
    creditLimit: z.int().nullable(),
    creditsUsed: z.int(),
    expiresAt: z.date().nullable(),
    lastUsedAt: z.date().nullable(),
    createdAt: z.date(),
  })
  .meta({ id: "ApiKey" }) satisfies z.ZodType<ApiKey>;

export const CreatedApiKeyBody = ApiKeyBody.extend({ key: z.string().describe("Shown this once.") });

export const GrantRunBody = z.object({
  processed: z.int().describe("Instalments granted."),
  schedulesTouched: z.int(),
  grants: z.array(
    z.object({
      scheduleId: z.string(),
      subscriptionId: z.string(),
      userId: z.string(),
      totalGranted: z.int(),
      grantsProcessed: z.int(),
      remainingGrants: z.int(),
    }),
  ),
}) satisfies z.ZodType<GrantRun>;

const readinessChecks = z.object({
  database: z.enum(["ok", "unreachable"]),
  migrations: z.enum(["ok", "missing", "unknown"]),
}) satisfies z.ZodType<Readiness>;
export const ReadinessBody = z.object({ status: z.enum(["ready", "unavailable"]), checks: readinessChecks });

const usage = z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() });
const finishReason = z.enum(["stop", "length"]);

export const CompletionBody = z.object({
  id: z.string(),
  object: z.literal("chat.completion"),
  created: z.int(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.int(),
      message: z.object({ role: z.literal("assistant"), content: z.string(), refusal: z.null() }),
      logprobs: z.null(),
      finish_reason: finishReason,
    }),
  ),
  usage: usage.optional(),
});

export const CompletionChunkBody = z
  .object({
    id: z.string(),
    object: z.literal("chat.completion.chunk"),
    created: z.int(),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.int(),
        delta: z.object({
          role: z.literal("assistant").optional(),
          content: z.string().optional(),
          refusal: z.null().optional(),
        }),
        logprobs: z.null(),
        finish_reason: finishReason.nullable(),
      }),
    ),
    usage: usage.nullish(),
  })
  .meta({ id: "ChatCompletionChunk" });

export const ModelBody = z
  .object({ id: z.string(), object: z.literal("model"), created: z.int(), owned_by: z.string(), credits: z.int() })
  .meta({ id: "Model", description: "A model for chats, and the price of an answer in credits." });
export const ModelListBody = z.object({ object: z.literal("list"), data: z.array(ModelBody) });
