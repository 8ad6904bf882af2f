import { createCheckout } from "../billing/create-checkout";
import { adjustCredits } from "../credits/adjust-credits";
import { generateImage } from "../image/generate-image";
import { limited } from "../limits/limited";
import { submitVideo } from "../video/submit-video";
import { answerOnce } from "./answer-once";
import { recoverImage, recoverVideo } from "./recover-generation";

/** The use cases that a request with an Idempotency-Key may repeat; chat streams have `streamChatOnce`. */
export const generateImageOnce = limited("generation", answerOnce("image", generateImage, recoverImage));

export const submitVideoOnce = limited("generation", answerOnce("video", submitVideo, recoverVideo));

/** A checkout charges nothing by itself: there is never one to recover. */
export const createCheckoutOnce = limited(
  "checkout",
  answerOnce("checkout", createCheckout, async () => null),
);

/** The note on the key is written with the change: whoever finds it knows the answer. */
export const adjustCreditsOnce = answerOnce("adjust-credits", adjustCredits, async () => ({ success: true as const }));
