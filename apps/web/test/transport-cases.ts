import type { ApiClient, ApiResponse } from "./api-client";

export type Input = Readonly<Record<string, unknown>>;

/** A use case with its two transports. */
export interface TransportCase {
  rest(client: ApiClient, input: Input): Promise<ApiResponse>;
  trpc: readonly ["query" | "mutation", string];
  role?: "admin";
  /** Input that only a lack of credits could refuse. */
  valid: Input;
  invalid: readonly Input[];
}

const IMAGE_URL = "https://pictures.example/boat.png";
const RETURNS = { successUrl: "https://a.example/ok", cancelUrl: "https://a.example/no" };
/** An id that no user has. */
export const NOBODY = "nobody";

const post = (path: string) => (client: ApiClient, input: Input) => client.post(path, input);
const postAboutUser = (part: string) => (client: ApiClient, input: Input) => {
  const { userId, ...body } = input;
  return client.post(`/api/admin/users/${String(userId)}/${part}`, body);
};

/** Every use case that is reached over REST and over tRPC. */
export const TRANSPORT_CASES: Readonly<Record<string, TransportCase>> = {
  "image.generate": {
    rest: post("/api/image/generate"),
    trpc: ["mutation", "image.generate"],
    valid: { prompt: "a boat", imageUrl: IMAGE_URL },
    invalid: [
      {},
      { prompt: "", imageUrl: IMAGE_URL },
      { prompt: null, imageUrl: null },
      { prompt: 1, imageUrl: 2 },
      { prompt: "a\0", imageUrl: IMAGE_URL },
      { prompt: "a".repeat(4_001), imageUrl: IMAGE_URL },
      { prompt: "a", imageUrl: "boat.png" },
      { prompt: "a", imageUrl: "data:text/plain;base64,AA==" },
      { prompt: "a", imageUrl: IMAGE_URL, size: "8K" },
      { prompt: "a", imageUrl: IMAGE_URL, size: "8K", watermark: "no" },
    ],
  },
  "video.generate": {
    rest: post("/api/video/generate"),
    trpc: ["mutation", "video.generate"],
    valid: { prompt: "a boat", duration: 1 },
    invalid: [
      {},
      { prompt: " ", imageUrl: null },
      { prompt: {}, imageUrl: [] },
      { prompt: "a", duration: 0 },
      { prompt: "a", duration: "5" },
      { prompt: "a", duration: 61 },
      { prompt: "a", resolution: "8K" },
      { prompt: "a", watermark: 0, cameraFixed: 0 },
      { imageUrl: "ftp://a.example/b.png" },
    ],
  },
  "video.status": {
    rest: (client, input) => client.get(`/api/video/status?${new URLSearchParams(input as Record<string, string>)}`),
    trpc: ["query", "video.status"],
    valid: { taskId: "a", historyId: "b" },
    invalid: [
      {},
      { taskId: "a" },
      { historyId: "b" },
      { taskId: "", historyId: " " },
      { taskId: "a\0", historyId: "b" },
    ],
  },
  "chat.send": {
    rest: post("/api/chat/stream"),
    trpc: ["mutation", "chat.send"],
    valid: { message: "Hello" },
    invalid: [
      {},
      { message: "" },
      { message: ["a"] },
      { message: "a\0" },
      { message: "a".repeat(32_001) },
      { message: "a", sessionId: 1 },
      { message: "a", sessionId: "a session that is not there" },
    ],
  },
  "billing.checkout": {
    rest: post("/api/payments/provider/checkout"),
    trpc: ["mutation", "billing.checkout"],
    valid: { key: "starter_monthly", ...RETURNS },
    invalid: [
      {},
      { key: "__proto__", ...RETURNS },
      { key: "free", ...RETURNS },
      { key: ["pack_200"], ...RETURNS },
      { ...RETURNS, key: "pack_200", successUrl: "javascript:alert(1)" },
      { ...RETURNS, key: "pack_200", cancelUrl: 1 },
      { key: "pack_200", successUrl: "https://a.example/\0", cancelUrl: "" },
    ],
  },
  "admin.users.adjustCredits": {
    rest: postAboutUser("credits"),
    trpc: ["mutation", "admin.users.adjustCredits"],
    role: "admin",
    valid: { userId: NOBODY, amount: 5 },
    invalid: [
      { userId: NOBODY },
      { userId: NOBODY, amount: 0 },
      { userId: NOBODY, amount: 1.5 },
      { userId: NOBODY, amount: "5" },
      { userId: NOBODY, amount: 10_000_001 },
      { userId: NOBODY, amount: 5, reason: 1 },
      { userId: NOBODY, amount: 5, reason: "\0" },
    ],
  },
  "admin.users.changeSubscription": {
    rest: postAboutUser("subscription"),
    trpc: ["mutation", "admin.users.changeSubscription"],
    role: "admin",
    valid: { userId: NOBODY, planKey: "pro_yearly", action: "upgrade" },
    invalid: [
      { userId: NOBODY },
      { userId: NOBODY, planKey: "pack_200", action: "upgrade" },
      { userId: NOBODY, planKey: "__proto__", action: "upgrade" },
      { userId: NOBODY, planKey: "free", action: "pause" },
      { userId: NOBODY, planKey: "free" },
    ],
  },
};
