import { createCheckout } from "../billing/create-checkout";
import { generateImage } from "../image/generate-image";
import { submitVideo } from "../video/submit-video";
import { answerOnce } from "./answer-once";
import { recoverImage, recoverVideo } from "./recover-generation";

/** The use cases that a request with an Idempotency-Key may repeat; chat streams have `streamChatOnce`. */
export const generateImageOnce = answerOnce("image", generateImage, recoverImage);

export const submitVideoOnce = answerOnce("video", submitVideo, recoverVideo);

/** A checkout charges nothing by itself: there is never one to recover. */
export const createCheckoutOnce = answerOnce("checkout", createCheckout, async () => null);
