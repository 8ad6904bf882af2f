import { SIMPLE_PICTURE } from "../simple-picture";
import {
  type AccessList,
  administrator,
  anyone,
  cronSecret,
  NO_CREDITS,
  ownObject,
  providerSignature,
  REFUSED_INPUT,
  signedIn,
} from "./access";

export const IMAGE = { prompt: "a boat", imageUrl: "https://pictures.example/boat.png" };
export const VIDEO = { prompt: "a boat", duration: 5 };
const GRANTS = "the contract has the scheduler call it by GET as well";
const VIDEO_ARRIVES = "a poll stores the video that has become ready";

/** Every route that answers with JSON or a file, by method and path. */
export const REST_ROUTES: AccessList = {
  "POST /api/auth/sign-up": anyone(() => ({ json: { email: "no address" } }), REFUSED_INPUT),
  "POST /api/image/generate": signedIn(() => ({ json: IMAGE }), NO_CREDITS),
  "POST /api/video/generate": signedIn(() => ({ json: VIDEO }), NO_CREDITS),
  "GET /api/video/status": ownObject(({ taskId, videoId }) => ({ query: { taskId, historyId: videoId } }), {
    readingWrites: VIDEO_ARRIVES,
  }),
  "POST /api/chat/stream": ownObject(({ sessionId }) => ({ json: { message: "Hello", sessionId } }), NO_CREDITS),
  "POST /api/upload/image": signedIn(() => ({ file: SIMPLE_PICTURE })),
  "POST /api/upload/simple": signedIn(() => ({ file: SIMPLE_PICTURE })),
  "POST /api/admin/users/:userId/credits": administrator(() => ({ json: { amount: 5 } })),
  "POST /api/admin/users/:userId/subscription": administrator(() => ({
    json: { planKey: "pro_yearly", action: "upgrade" },
  })),
  "POST /api/payments/:provider/checkout": ownObject(({ subscriptionId }) => ({
    json: { key: "pro_monthly", replacesSubscriptionId: subscriptionId },
  })),
  "POST /api/payments/:provider/webhook": providerSignature(() => ({ json: { id: "evt_1" } })),
  "GET /api/payments/:provider/redirect-placeholder": anyone(),
  "GET /api/cron/subscription-grants": cronSecret(undefined, { readingWrites: GRANTS }),
  "POST /api/cron/subscription-grants": cronSecret(),
  "GET /api/cron/grant-subscription-credits": cronSecret(undefined, { readingWrites: GRANTS }),
  "POST /api/cron/grant-subscription-credits": cronSecret(),
  "GET /api/*": anyone(undefined, { answers: 404 }),
  "POST /api/*": anyone(undefined, { answers: 404 }),
  "GET /account/export.json": signedIn(),
  "GET /history/:generationId/file": ownObject(),
};
