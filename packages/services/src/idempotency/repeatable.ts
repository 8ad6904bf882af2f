import type { GenerateImageInput } from "@app/core/image/generate-image-input";
import { createCheckout } from "../billing/create-checkout";
import { adjustCredits } from "../credits/adjust-credits";
import { type GeneratedImage, generateImage } from "../image/generate-image";
import { rateLimited } from "../limits/limited";
import { whereConfigured } from "../require-configured";
import { submitVideo } from "../video/submit-video";
import { idempotent, type StoredForm } from "./answer-once";
import { recoverImage, recoverVideo } from "./recover-generation";

/** The answer repeats the reference picture, which may be a data URL of megabytes. */
const WITHOUT_REFERENCE: StoredForm<GenerateImageInput, GeneratedImage, Omit<GeneratedImage, "sourceImageUrl">> = {
  pack: ({ sourceImageUrl: _ofRequest, ...kept }) => kept,
  unpack: (kept, { imageUrl }) => ({ ...kept, sourceImageUrl: imageUrl }),
};

/** The use cases that a request with an Idempotency-Key may repeat; chat streams have `streamChatOnce`. */
export const generateImageOnce = whereConfigured(
  "image",
  rateLimited("generation", idempotent("image", generateImage, recoverImage, WITHOUT_REFERENCE)),
);

export const submitVideoOnce = whereConfigured(
  "video",
  rateLimited("generation", idempotent("video", submitVideo, recoverVideo)),
);

/** A checkout charges nothing by itself: there is never one to recover. */
export const createCheckoutOnce = rateLimited(
  "checkout",
  idempotent("checkout", createCheckout, async () => null),
);

/** The note on the key is written with the change: a repetition that finds it knows the answer. */
export const adjustCreditsOnce = idempotent("adjust-credits", adjustCredits, async () => ({ success: true as const }));
