import { completionInput } from "@app/core/chat/completion-input";
import type { TextModel } from "@app/core/chat/text-models";
import { requiredId } from "@app/core/input/fields";
import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { json, operation } from "./operation";
import { CompletionBody, CompletionChunkBody, ModelBody, ModelListBody, OpenAiErrorBody } from "./responses";

/** OpenAI's protocol. */
export function openAiPaths(textModels: readonly [TextModel, ...TextModel[]]): ZodOpenApiPathsObject {
  const model = textModels[0].name;
  const shared = { tag: "openai", caller: { kind: "key", scope: "chat" }, errorStyle: "openai" } as const;
  return {
    "/v1/chat/completions": {
      post: operation({
        ...shared,
        id: "createChatCompletion",
        summary: "Create a chat completion",
        description: `Any client of OpenAI's chat API works. Costs ${pricesOf(textModels)} a call, streamed or not. Nothing of the conversation is stored, except the response to a request with an Idempotency-Key: for 24 hours.`,
        body: {
          schema: completionInput(textModels.map(({ name }) => name)),
          example: { model, messages: [{ role: "user", content: "What is a good name for a sailing boat?" }] },
        },
        isIdempotent: true,
        responses: {
          "200": {
            description:
              "The completion; with `stream: true`, server-sent events whose data is a chunk, then `[DONE]`. One that fails ends with an error instead.",
            content: {
              "application/json": { schema: CompletionBody },
              "text/event-stream": { schema: z.union([CompletionChunkBody, OpenAiErrorBody]) },
            },
          },
        },
        errors: [402, 503],
      }),
    },
    "/v1/models": {
      get: operation({
        ...shared,
        id: "listModels",
        summary: "List the models for chats",
        responses: { "200": json("The models.", ModelListBody) },
      }),
    },
    "/v1/models/{model}": {
      get: operation({
        ...shared,
        id: "getModel",
        summary: "Look up a model",
        path: z.object({ model: requiredId("model").meta({ example: model }) }),
        responses: { "200": json("The model.", ModelBody) },
        errors: [404],
      }),
    },
  };
}

/** The prices of the models in words: `10 credits`, or `5 credits (fast) or 20 credits (smart)`. */
export function pricesOf(textModels: readonly TextModel[]): string {
  const [only] = textModels;
  if (only && textModels.length === 1) return `${only.credits} credits`;
  return textModels.map(({ name, credits }) => `${credits} credits (${name})`).join(" or ");
}
