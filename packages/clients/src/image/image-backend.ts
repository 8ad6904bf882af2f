import { z } from "zod";
import { HttpUrl } from "../http/address";
import { withDeadline } from "../http/deadline";
import {
  createOpenAiClient,
  GENERATION_RESPONSE_MAX_BYTES,
  type ModelEndpoint,
  toGenerationError,
} from "../http/generation-backend";
import { toDisplayMessage, UpstreamError } from "../http/upstream-error";

export interface ImageRequest {
  prompt: string;
  /** http(s) address or data URL of the reference image. */
  imageUrl: string;
  size: string;
  watermark: boolean;
}

export interface ImageBackend {
  /**
   * Generates one image from a reference image.
   * @returns the file's address at the backend, and the prompt as the backend revised it
   * @throws UpstreamError whose message may be shown; "No image generated" when the response holds no image
   */
  generate(request: ImageRequest): Promise<{ url: string; revisedPrompt: string | null }>;
}

/** From the call to the last byte of the response. A large image takes the backend up to a minute. */
export const IMAGE_TIMEOUT_MS = 120_000;

// Only a usable address matters. Anything else in an entry may have any shape.
const ImageEntry = z.object({
  url: z.string().nullish().catch(null),
  revised_prompt: z.string().nullish().catch(null),
  error: z.object({ message: z.unknown() }).nullish().catch(null),
});
const ImageResponse = z.object({ data: z.array(ImageEntry).nullish() });

export interface ModelArkImageBackendOptions extends ModelEndpoint {
  timeoutMs?: number;
}

/** The image model, over ModelArk's image to image protocol: OpenAI's image generation with the fields `image` and `watermark`. */
export function createModelArkImageBackend(options: ModelArkImageBackendOptions): ImageBackend {
  const client = createOpenAiClient(options, GENERATION_RESPONSE_MAX_BYTES);
  return {
    async generate(request) {
      const params = {
        model: options.model,
        prompt: request.prompt,
        image: request.imageUrl,
        size: request.size,
        response_format: "url" as const,
        watermark: request.watermark,
      };
      try {
        return await withDeadline(options.timeoutMs ?? IMAGE_TIMEOUT_MS, async (signal) => {
          // As a response: the client would take JSON without its content type for a text.
          const response = await client.images.generate(params, { signal }).asResponse();
          return firstImage(await response.json());
        });
      } catch (cause) {
        throw toGenerationError(cause);
      }
    },
  };
}

function firstImage(body: unknown): { url: string; revisedPrompt: string | null } {
  const entries = ImageResponse.parse(body).data ?? [];
  const entry = entries.find(({ url }) => HttpUrl.safeParse(url).success);
  if (!entry?.url) {
    const refusals = entries.map(({ error }) => toDisplayMessage(error?.message)).filter((refusal) => refusal !== null);
    throw new UpstreamError("No image generated", { cause: refusals[0] });
  }
  return { url: entry.url, revisedPrompt: entry.revised_prompt ?? null };
}
