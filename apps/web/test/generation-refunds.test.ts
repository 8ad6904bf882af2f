import { describe, expect, it } from "vitest";
import { type SignedInUser, signedInUser } from "./api-client";
import { useTestApp } from "./app";
import { readAccount } from "./users";

const app = useTestApp({
  env: { REFUND_FAILED_GENERATIONS: "true" },
  sandbox: { fetchReference: async () => Buffer.from("no picture") },
});
const IMAGE_URL = "https://pictures.example/boat.png";
/** What the backend says of a picture it cannot read, with the code InvalidParameter. */
const REFUSAL = "The image could not be decoded";

/** A generation that failed, and whose credits are back. */
async function expectRefunded(user: SignedInUser, error: string): Promise<void> {
  const { credits, generations, ledger } = await readAccount(app, user.id);
  expect(credits).toBe(100);
  expect(generations).toMatchObject([{ status: "failed", error, resultUrl: null }]);
  const cost = generations[0]?.creditsUsed ?? 0;
  expect(ledger.slice(1)).toMatchObject([
    { delta: -cost, paymentId: generations[0]?.id },
    { delta: cost, reason: "refund", paymentId: generations[0]?.id, balanceAfter: 100 },
  ]);
}

describe("where failures are refunded", () => {
  it("an image whose parameter the backend refuses fails with the backend's words in the history", async () => {
    const user = await signedInUser(app, { credits: 100 });
    const response = await user.client.post("/api/image/generate", { prompt: "a boat", imageUrl: IMAGE_URL });
    expect([response.status, response.body]).toEqual([500, { error: "Failed to generate image" }]);
    await expectRefunded(user, REFUSAL);
  });

  it("so does one that the backend refuses to show", async () => {
    const user = await signedInUser(app, { credits: 100 });
    const response = await user.client.post("/api/image/generate", { prompt: "[refuse] a boat", imageUrl: IMAGE_URL });
    expect([response.status, response.body]).toEqual([500, { error: "Failed to generate image" }]);
    await expectRefunded(user, "No image generated");
  });

  it("a video whose parameter the backend refuses fails with the backend's words", async () => {
    const user = await signedInUser(app, { credits: 100 });
    const response = await user.client.post("/api/video/generate", { imageUrl: IMAGE_URL });
    expect([response.status, response.body]).toEqual([500, { error: REFUSAL }]);
    await expectRefunded(user, REFUSAL);
  });
});
