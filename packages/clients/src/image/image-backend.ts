import { z } from "zod";
import { HttpUrl } from "../http/address";
import type { ModelEndpoint } from "../http/generation-backend";
import { callModelArk } from "../http/modelark-call";
import { toDisplayMessage, UpstreamError } from "../http/upstream-error";

export interface ImageRequest {
  prompt: string;
  /** http(s) address or data URL of the reference image. */
  imageUrl: string;
  size: string;
  watermark: boolean;
}

export interface ImageBackend {
  /** One image from a reference image. Rejects with "No image generated" when the backend answers without one. */
  generate(request: ImageRequest): Promise<{ url: string; revisedPrompt: string | null }>;
}

/** From the call to the last byte of the answer; a large image takes the backend up to a minute. */
export const IMAGE_TIMEOUT_MS = 120_000;

// What an entry holds besides a usable address decides nothing, and may have any shape.
const ImageEntry = z.object({
  url: z.string().nullish().catch(null),
  revised_prompt: z.string().nullish().catch(null),
  error: z.object({ message: z.unknown() }).nullish().catch(null),
});
const ImageAnswer = z.object({ data: z.array(ImageEntry).nullish() });

export interface ModelArkImageBackendOptions extends ModelEndpoint {
  timeoutMs?: number;
}

/** The image model, over ModelArk's image to image protocol. */
export function createModelArkImageBackend(options: ModelArkImageBackendOptions): ImageBackend {
  return {
    generate: (request) =>
      callModelArk(options, "/images/generations", {
        body: {
          model: options.model,
          prompt: request.prompt,
          image: request.imageUrl,
          size: request.size,
          response_format: "url",
          watermark: request.watermark,
        },
        timeoutMs: options.timeoutMs ?? IMAGE_TIMEOUT_MS,
        read: firstImage,
      }),
  };
}

function firstImage(answer: unknown): { url: string; revisedPrompt: string | null } {
  const entries = ImageAnswer.parse(answer).data ?? [];
  const entry = entries.find(({ url }) => HttpUrl.safeParse(url).success);
  if (!entry?.url) {
    const refusals = entries.map(({ error }) => toDisplayMessage(error?.message)).filter((refusal) => refusal !== null);
    throw new UpstreamError("No image generated", { cause: refusals[0] });
  }
  return { url: entry.url, revisedPrompt: entry.revised_prompt ?? null };
}
