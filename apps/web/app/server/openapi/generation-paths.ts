import { ChatInput } from "@app/core/chat/chat-input";
import type { TextModel } from "@app/core/chat/text-models";
import { IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import { generateImageInput, type ImageChoices } from "@app/core/image/image-input";
import { requiredId } from "@app/core/input/fields";
import type { VideoChoices } from "@app/core/video/video-choices";
import { generateVideoInput, VideoStatusInput } from "@app/core/video/video-input";
import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { pricesOf } from "./openai-paths";
import { json, operation } from "./operation";
import { ChatEventBody, GeneratedImageBody, SubmittedVideoBody, UploadBody, VideoStatusBody } from "./responses";

const EXAMPLE_PICTURE = "https://picsum.photos/id/237/600/400.jpg";

/** Chat, images, videos and uploads: what programs mostly call. */
export function generationPaths(choices: {
  image: ImageChoices;
  video: VideoChoices;
  textModels: readonly TextModel[];
}): ZodOpenApiPathsObject {
  const [duration] = choices.video.durations ?? [5];
  return {
    "/api/chat/stream": {
      post: operation({
        id: "streamChat",
        tag: "generation",
        summary: "Send a chat message",
        description: `Costs ${pricesOf(choices.textModels)}. The response is a stream of server-sent events, each with a ChatEvent as its data: metadata, any number of content events, then done or error. A comment keeps a silent stream alive.`,
        caller: { kind: "session or key", scope: "chat" },
        body: { schema: ChatInput, example: { message: "What is a good name for a sailing boat?" } },
        isIdempotent: true,
        responses: {
          "200": {
            description: "The answer, while it is written.",
            content: { "text/event-stream": { schema: ChatEventBody } },
          },
        },
        errors: [402, 404, 503],
      }),
    },
    "/api/chat/{sessionId}/stream": {
      get: operation({
        id: "followChat",
        tag: "generation",
        summary: "Read an answer that is being written",
        description:
          "Free. Joins the answer to the newest message of a chat, for example after a lost connection: a stream of server-sent events with the text so far, then the rest. The last event is done or error. A stream that ends without one was cut off: call it again.",
        caller: { kind: "session or key", scope: "chat" },
        path: z.object({ sessionId: requiredId("sessionId") }),
        responses: {
          "200": {
            description: "The answer, from its beginning.",
            content: { "text/event-stream": { schema: ChatEventBody } },
          },
          "204": { description: "No answer is being written." },
        },
        errors: [404],
      }),
    },
    "/api/image/generate": {
      post: operation({
        id: "generateImage",
        tag: "generation",
        summary: "Generate an image",
        description: `Changes a reference picture as the prompt says. Costs ${IMAGE_COST_CREDITS} credits, and responds when the image is ready.`,
        caller: { kind: "session or key", scope: "image" },
        body: {
          schema: generateImageInput(choices.image),
          example: { prompt: "The same dog, painted in oil", imageUrl: EXAMPLE_PICTURE },
        },
        isIdempotent: true,
        responses: { "200": json("The image.", GeneratedImageBody) },
        errors: [402, 502, 503],
      }),
    },
    "/api/video/generate": {
      post: operation({
        id: "generateVideo",
        tag: "generation",
        summary: "Start a video",
        description: `Costs ${VIDEO_COST_CREDITS} credits. Responds at once; ask for the status until the video is there.`,
        caller: { kind: "session or key", scope: "video" },
        body: {
          schema: generateVideoInput(choices.video),
          example: { prompt: "A boat leaves the harbour at dawn", duration },
        },
        isIdempotent: true,
        responses: { "200": json("The video that was started.", SubmittedVideoBody) },
        errors: [402, 502, 503],
      }),
    },
    "/api/video/status": {
      get: operation({
        id: "getVideoStatus",
        tag: "generation",
        summary: "Look up a video",
        description: "Ask about every 5 seconds.",
        caller: { kind: "session or key", scope: "video" },
        query: VideoStatusInput,
        responses: { "200": json("The status of the video.", VideoStatusBody) },
        errors: [404],
      }),
    },
    "/api/upload/image": {
      post: upload(
        "uploadImage",
        "Upload a reference picture",
        "An image of at most 10 MB and at least 300 x 300 pixels. Stored, where object storage is configured.",
      ),
    },
    "/api/upload/simple": {
      post: upload("uploadSimple", "Turn a picture into a data URL", "An image of at most 5 MB. Nothing is stored."),
    },
  };
}

const upload = (id: string, summary: string, description: string) =>
  operation({
    id,
    tag: "generation",
    summary,
    description,
    caller: { kind: "session or key", scope: "upload" },
    requestBody: {
      required: true,
      content: {
        "multipart/form-data": {
          schema: z.object({
            file: z
              .string()
              .describe("The picture, as a part whose Content-Type begins with image/.")
              .meta({ format: "binary" }),
          }),
        },
      },
    },
    responses: { "200": json("The picture, encoded again.", UploadBody) },
  });
