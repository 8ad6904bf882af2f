import { describe, expect, it } from "vitest";
import {
  beforeCharge,
  gate,
  holdCharge,
  IDEMPOTENCY_KEY,
  IMAGE_INPUT,
  readKeyRow,
  rejection,
  useCountedClients,
  VIDEO_INPUT,
} from "../../test/idempotency";
import { useTestContext } from "../../test/test-context";
import { finishGeneration } from "../history/finish-generation";
import { claimKey } from "../platform/idempotency-keys";
import { submitVideoOnce } from "../video/submit-video";
import { generateImage, generateImageOnce, recoverImage } from "./generate-image";

const ctx = useTestContext();
const { again, calls, creditsOf, newUser, pass } = useCountedClients(ctx);
const HALF_A_MINUTE_MS = 30_000;
const RESPONSE_STORED_WITHIN_MS = 5_000;

describe("an image whose reference was sent as a data URL", () => {
  const large = { ...IMAGE_INPUT, imageUrl: `data:image/png;base64,${largePng().toString("base64")}` };

  it("has its first response repeated byte for byte, without the image being stored", async () => {
    const user = await newUser();
    const first = await generateImageOnce(user, { ...large });
    expect(first.sourceImageUrl).toBe(large.imageUrl);
    expect((await readKeyRow(user, IDEMPOTENCY_KEY))?.responseBody?.length).toBeLessThan(1_000);
    expect(JSON.stringify(await generateImageOnce(await again(user), { ...large }))).toBe(JSON.stringify(first));
    const other = { ...large, imageUrl: `${large.imageUrl}AAAA` };
    await expect(generateImageOnce(await again(user), other)).rejects.toMatchObject({ code: "conflict" });
    expect(calls.count).toBe(1);
  });

  it("gets it too after the first process died", async () => {
    const user = await newUser();
    await claimKey(user, { key: IDEMPOTENCY_KEY, operation: "image", input: { ...large } });
    await generateImage({ ...user, claimedKey: IDEMPOTENCY_KEY }, large);
    pass(RESPONSE_STORED_WITHIN_MS);
    expect(await generateImageOnce(await again(user), { ...large })).toMatchObject({ sourceImageUrl: large.imageUrl });
    expect((await readKeyRow(user, IDEMPOTENCY_KEY))?.responseBody?.length).toBeLessThan(1_000);
  });
});

describe("a request whose process died after the charge", () => {
  it("is not recovered while the first request may still respond", async () => {
    const user = await newUser();
    await claimKey(user, { key: IDEMPOTENCY_KEY, operation: "image", input: { ...IMAGE_INPUT } });
    const generated = await generateImage({ ...user, claimedKey: IDEMPOTENCY_KEY }, IMAGE_INPUT);
    const { reference } = (await readKeyRow(user, IDEMPOTENCY_KEY)) ?? {};
    expect(await recoverImage(user, { reference: reference ?? "" })).toBeNull();
    pass(RESPONSE_STORED_WITHIN_MS);
    expect(await recoverImage(user, { reference: reference ?? "" })).toEqual(generated);
  });

  it("gets the image that was generated", async () => {
    const user = await newUser();
    await claimKey(user, { key: IDEMPOTENCY_KEY, operation: "image", input: { ...IMAGE_INPUT } });
    const generated = await generateImage({ ...user, claimedKey: IDEMPOTENCY_KEY }, IMAGE_INPUT);
    const { id, url, remainingCredits } = generated;
    pass(RESPONSE_STORED_WITHIN_MS);
    expect(await generateImageOnce(await again(user), { ...IMAGE_INPUT })).toMatchObject({ id, url, remainingCredits });
    expect(calls.count).toBe(1);
    expect(await creditsOf(user)).toBe(80);
  });

  it("waits for the maintenance job that closes the generation, and then fails without another charge", async () => {
    const user = await newUser();
    await claimKey(user, { key: IDEMPOTENCY_KEY, operation: "image", input: { ...IMAGE_INPUT } });
    const reached = gate();
    calls.intercept = () => {
      reached.open();
      return new Promise(() => undefined);
    };
    void generateImage({ ...user, claimedKey: IDEMPOTENCY_KEY }, IMAGE_INPUT);
    await reached.opened;
    const repetition = generateImageOnce(await again(user), { ...IMAGE_INPUT });
    const row = await ctx.db.generationHistory.findFirstOrThrow({ where: { userId: user.actor.id } });
    await finishGeneration(ctx, row.id, { status: "failed", error: "Interrupted" });
    await expect(repetition).rejects.toMatchObject({ code: "internal", message: "Failed to generate image" });
    expect(calls.count).toBe(1);
    expect(await creditsOf(user)).toBe(80);
  });
});

describe("a request that was slow to be charged", () => {
  /** Claims the key for a request that then does nothing for half a minute. */
  async function slowRequest(credits?: number) {
    const slow = await newUser(credits);
    await claimKey(slow, { key: IDEMPOTENCY_KEY, operation: "image", input: { ...IMAGE_INPUT } });
    pass(HALF_A_MINUTE_MS);
    return { ...slow, claimedKey: IDEMPOTENCY_KEY };
  }

  it("is not charged when another request has taken over its key", async () => {
    const slow = await slowRequest();
    const response = await generateImageOnce(await again(slow), { ...IMAGE_INPUT });
    await expect(generateImage(slow, IMAGE_INPUT)).rejects.toMatchObject({ code: "conflict" });
    expect(await generateImageOnce(await again(slow), { ...IMAGE_INPUT })).toEqual(response);
    expect(calls.count).toBe(1);
    expect(await creditsOf(slow)).toBe(80);
  });

  it.each([
    [100, "conflict"],
    [20, "insufficient_credits"],
  ])("with %d credits leaves the key to the request that took it over and was charged", async (credits, code) => {
    const user = await newUser(credits);
    const charge = holdCharge(user);
    const refused = rejection(generateImageOnce(charge.held, { ...IMAGE_INPUT }));
    await charge.reached;
    pass(HALF_A_MINUTE_MS);
    const making = gate();
    const submitted = gate();
    calls.intercept = () => {
      submitted.open();
      return making.opened;
    };
    const takeover = generateImageOnce(user, { ...IMAGE_INPUT });
    await submitted.opened;
    charge.letGo();
    expect(await refused).toMatchObject({ code });
    expect(await readKeyRow(user, IDEMPOTENCY_KEY)).toMatchObject({ reference: expect.any(String) });
    making.open();
    const response = await takeover;
    expect(await generateImageOnce(await again(user), { ...IMAGE_INPUT })).toEqual(response);
    expect(calls.count).toBe(1);
    expect(await creditsOf(user)).toBe(credits - 20);
  });
});

describe("a key", () => {
  it("belongs to one kind of request", async () => {
    const user = await newUser();
    await generateImageOnce(user, { ...IMAGE_INPUT });
    await expect(submitVideoOnce(user, VIDEO_INPUT)).rejects.toMatchObject({ code: "conflict" });
    expect(await creditsOf(user)).toBe(80);
  });

  it("is released after an unexpected failure before the charge", async () => {
    const user = await newUser();
    const broken = beforeCharge(user, () => Promise.reject(new Error("The database went away")));
    await expect(generateImageOnce(broken, { ...IMAGE_INPUT })).rejects.toThrow("The database went away");
    expect(await readKeyRow(user, IDEMPOTENCY_KEY)).toBeNull();
    await generateImageOnce(user, { ...IMAGE_INPUT });
    expect(await creditsOf(user)).toBe(80);
  });

  it("is released when the storage failed before the charge, so that the request can be made again", async () => {
    const user = await newUser();
    const stored = { ...IMAGE_INPUT, imageUrl: "https://files.example/uploads/boat.png" };
    const withStorage = { ...user, config: { ...user.config, storagePublicUrl: "https://files.example" } };
    await expect(generateImageOnce(withStorage, { ...stored })).rejects.toMatchObject({ code: "upstream_failed" });
    expect(await readKeyRow(user, IDEMPOTENCY_KEY)).toBeNull();
    const repaired = {
      ...withStorage,
      clients: {
        ...user.clients,
        results: { ...user.clients.results, fetchStart: async () => ({ bytes: largePng(), contentBytes: 750_000 }) },
      },
    };
    expect(await generateImageOnce(repaired, { ...stored })).toMatchObject({ remainingCredits: 80 });
  });
});

/** The header of an image that models accept, followed by many bytes. */
function largePng(): Buffer {
  const png = Buffer.alloc(750_000);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(png);
  png.writeUInt32BE(13, 8);
  png.write("IHDR", 12, "latin1");
  png.writeUInt32BE(512, 16);
  png.writeUInt32BE(512, 20);
  return png;
}
