import sharp from "sharp";
import {
  type AccessList,
  administrator,
  anyone,
  anyoneNotBanned,
  apiKey,
  cronSecret,
  NO_CREDITS,
  ownObject,
  providerSignature,
  REFUSED_INPUT,
  signedIn,
  signedOut,
} from "./access";

export const IMAGE = { prompt: "a boat", imageUrl: "https://pictures.example/boat.png" };
export const VIDEO = { prompt: "a boat", duration: 5 };
const GRANTS = "the contract has the scheduler call it by GET as well";
const VIDEO_ARRIVES = "a poll stores the video that has become ready";

/** Every route that responds with JSON or a file, by method and path. */
export const REST_ROUTES: AccessList = {
  "POST /api/auth/sign-up": anyone(() => ({ json: { email: "no address" } }), REFUSED_INPUT),
  "POST /api/image/generate": signedIn(() => ({ json: IMAGE }), NO_CREDITS),
  "POST /api/video/generate": signedIn(() => ({ json: VIDEO }), NO_CREDITS),
  "GET /api/video/status": ownObject(({ taskId, videoId }) => ({ query: { taskId, historyId: videoId } }), {
    readingWrites: VIDEO_ARRIVES,
  }),
  "POST /api/chat/stream": ownObject(({ sessionId }) => ({ json: { message: "Hello", sessionId } }), NO_CREDITS),
  "GET /api/chat/:sessionId/stream": ownObject(undefined, { status: 204 }),
  "POST /api/upload/image": signedIn(() => ({ file: SIMPLE_PICTURE })),
  "POST /api/upload/simple": signedIn(() => ({ file: SIMPLE_PICTURE })),
  "GET /api/me": signedIn(),
  "GET /api/openapi.json": anyone(),
  "GET /api/keys": signedIn(),
  "POST /api/keys": signedIn(() => ({ json: { name: "key" } }), { status: 201 }),
  "DELETE /api/keys/:keyId": ownObject(),
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
  "POST /v1/chat/completions": apiKey(() => ({ json: { messages: [] } })),
  "GET /v1/models": apiKey(),
  "GET /v1/models/:model": apiKey(),
  "GET /v1/*": anyone(undefined, { status: 404 }),
  "POST /v1/*": anyone(undefined, { status: 404 }),
  "POST /mcp": apiKey(() => ({ json: { jsonrpc: "2.0", id: 1, method: "tools/list" } })),
  "GET /api/*": anyone(undefined, { status: 404 }),
  "POST /api/*": anyone(undefined, { status: 404 }),
  "GET /account/export.json": signedIn(),
  "GET /robots.txt": anyone(),
  "GET /sitemap.xml": anyone(),
  "GET /history/:generationId/file": ownObject(),
  "GET /s/:token/file": anyone(),
  "GET /chat/:sessionId/export.md": ownObject(),
};

const CREDENTIALS = { email: "nobody@example.com", password: "not the password" };
/** Redirected to a page that shows the error, such as a form without its CSRF token. */
const SENT_ON = { status: 302 };

/** Auth.js's own paths below /api/auth. A form without its CSRF token changes nothing. */
export const AUTH_ROUTES: AccessList = {
  "GET /api/auth/csrf": anyone(),
  "GET /api/auth/providers": anyone(),
  "GET /api/auth/session": anyoneNotBanned(),
  "POST /api/auth/session": anyoneNotBanned(() => ({ json: {} }), REFUSED_INPUT),
  "GET /api/auth/signin": anyone(undefined, SENT_ON),
  "POST /api/auth/signin/email": anyone(({ email }) => ({ form: { email } }), SENT_ON),
  "GET /api/auth/signout": anyone(),
  "POST /api/auth/signout": anyone(() => ({ form: {} }), SENT_ON),
  "GET /api/auth/callback/email": anyone(({ email }) => ({ query: { token: "guessed", email } }), {
    ...SENT_ON,
    readingWrites: "a link in a mail is opened by GET, and can be used once",
  }),
  "POST /api/auth/callback/credentials": anyone(() => ({ form: CREDENTIALS }), SENT_ON),
  "GET /api/auth/verify-request": anyone(undefined, SENT_ON),
  "GET /api/auth/error": anyone(undefined, SENT_ON),
  "GET /api/auth/webauthn-options": anyone(undefined, SENT_ON),
};

/** Every page, by its path without a language. Each is requested as a document, and as the data of its route alone. */
export const PAGES: AccessList = {
  "GET /": signedOut(),
  "GET /pricing": anyone(),
  "GET /developers": anyone(),
  "GET /terms": anyone(),
  "GET /privacy": anyone(),
  "GET /contact": anyone(),
  "GET /sign-in": signedOut(),
  "GET /sign-in/sent": anyone(),
  "GET /sign-in/code": anyone(undefined, { status: 302 }),
  "GET /verify-email": anyone(),
  "GET /sign-up": signedOut(),
  "GET /forgot-password": anyone(),
  "GET /reset-password": anyone(),
  "GET /account/deleted": anyone(),
  "GET /s/:token": anyone(),
  "GET /*": anyone(undefined, { status: 404 }),
  "GET /dashboard": signedIn(),
  "GET /account": signedIn(),
  "GET /account/webhooks/:endpointId": ownObject(),
  "GET /billing": signedIn(),
  "GET /billing/ledger.csv": signedIn(),
  "GET /billing/receipts/:paymentId": ownObject(),
  "GET /chat": signedIn(),
  "GET /chat/:sessionId": ownObject(),
  "GET /history": signedIn(({ generationId }) => ({ query: { id: generationId } })),
  "GET /image": signedIn(({ generationId }) => ({ query: { from: generationId } })),
  "GET /video": signedIn(({ videoId }) => ({ query: { from: videoId } })),
  "GET /admin": administrator(),
  "GET /admin/audit": administrator(),
  "GET /admin/system": administrator(),
  "GET /admin/credits": administrator(),
  "GET /admin/ledger.csv": administrator(),
  "GET /admin/payments": administrator(),
  "GET /admin/schedules": administrator(),
  "GET /admin/subscriptions": administrator(),
  "GET /admin/users": administrator(),
  "GET /admin/users/:userId": administrator(),
  "GET /admin/webhooks": administrator(),
  "GET /admin/webhooks/:eventId": administrator(),
};

/** Every page with a form. */
export const FORMS: AccessList = {
  "POST /sign-up": signedOut(() => ({ form: { email: "no address" } }), REFUSED_INPUT),
  "POST /forgot-password": anyone(({ email }) => ({ form: { email } })),
  "POST /reset-password": anyone(() => ({ form: { token: "guessed", password: "long enough" } }), REFUSED_INPUT),
  "POST /sign-in/code": anyone(() => ({ form: { code: "123456" } }), { status: 302 }),
  "POST /dashboard": signedIn(() => ({ form: {} }), { status: 302 }),
};

/** Paths served without a route of ours, and Remix's own list of routes for browsers. */
export const SERVED_FILES: AccessList = {
  "GET /healthz": anyone(),
  "GET /readyz": anyone(),
  "GET /favicon.svg": anyone(),
  "GET /favicon.ico": anyone(),
  "GET /apple-touch-icon.png": anyone(),
  "GET /icons/512.png": anyone(),
  "GET /manifest.webmanifest": anyone(),
  "GET /og.png": anyone(),
  "GET /samples/canal-after.webp": anyone(),
  "GET /assets/missing.js": anyone(undefined, { status: 404 }),
  "GET /__manifest": anyone(() => ({ query: { p: "/admin", version: "test" } })),
};

const PIXELS = 300;

/** The smallest picture that an upload accepts. */
const SIMPLE_PICTURE: Uint8Array = await sharp({
  create: { width: PIXELS, height: PIXELS, channels: 3, background: "#888888" },
})
  .png()
  .toBuffer();
