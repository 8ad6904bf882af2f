import { UpstreamError } from "@app/clients/http/upstream-error";
import type { ImageRequest } from "@app/clients/image/image-backend";
import { AppError } from "@app/core/errors";
import { beforeEach, describe, expect, it } from "vitest";
import { beforeCharge, gate, holdCharge, readKeyRow, rejection } from "../test/idempotency";
import { actAs, createUser, useTestContext, withClients } from "../test/test-context";
import type { UserContext } from "./context";
import { adjustCredits } from "./credits/adjust-credits";
import { finishGeneration } from "./history/finish-generation";
import {
  adjustCreditsOnce,
  createCheckoutOnce,
  generateImageOnce,
  recoverImage,
  submitVideoOnce,
} from "./idempotent-use-cases";
import { generateImage } from "./image/generate-image";
import { verifyLedger } from "./ledger/verify-ledger";
import { claimKey } from "./platform/idempotency-keys";
import { submitVideo } from "./video/submit-video";

const ctx = useTestContext();
const KEY = "a key";
const IMAGE = { prompt: "a boat", imageUrl: "https://a.example/b.png", size: "1K", watermark: true } as const;
const VIDEO = {
  prompt: "a boat",
  imageUrl: undefined,
  duration: 5,
  resolution: undefined,
  watermark: undefined,
  cameraFixed: undefined,
};
const CHECKOUT = { key: "pack_200", successUrl: "https://a.example/ok", cancelUrl: "https://a.example/no" } as const;
const REPETITIONS = 8;
const HALF_A_MINUTE_MS = 30_000;
const ANSWER_KEPT_WITHIN_MS = 5_000;

/** How often the outside world was asked, and what befalls it. */
let asked = 0;
let befall: () => Promise<void>;
beforeEach(() => {
  asked = 0;
  befall = async () => undefined;
});

async function ask<T>(answer: T): Promise<T> {
  asked += 1;
  await befall();
  return answer;
}

async function newUser(credits = 100): Promise<UserContext> {
  const played = withClients(ctx, {
    storage: null,
    results: {
      fetchResult: () => Promise.reject(new Error("Nothing is copied without storage")),
      fetchStart: () => Promise.reject(new Error("Nothing is downloaded")),
      openResult: () => Promise.reject(new Error("Nothing is downloaded")),
    },
    image: { generate: (_request: ImageRequest) => ask({ url: "https://a.example/boat.png", revisedPrompt: null }) },
    video: {
      submit: () => ask({ taskId: "task" }),
      getTask: () => Promise.reject(new Error("Nobody asks for the task")),
    },
    payment: {
      createCheckout: () => ask({ id: null, url: "https://pay.example/1" }),
      getCheckout: async () => null,
      getSubscription: async () => null,
      cancelSubscription: () => Promise.reject(new Error("Nothing ends here")),
      createPortalLink: () => Promise.reject(new Error("Nobody opens the portal")),
    },
  });
  return actAs(played, await createUser(ctx, credits), KEY);
}

const pass = (milliseconds: number) => ctx.setNow(new Date(ctx.now().getTime() + milliseconds));
/** The same user's next request: the balance is read anew. */
const again = (user: UserContext) => actAs(user, user.actor.id, KEY);
const creditsOf = async ({ actor }: UserContext) =>
  (await ctx.db.user.findUniqueOrThrow({ where: { id: actor.id } })).credits;

describe.each([
  ["image", 20, (user: UserContext) => generateImageOnce(user, { ...IMAGE })],
  ["video", 50, (user: UserContext) => submitVideoOnce(user, VIDEO)],
] as const)("an %s under an Idempotency-Key", (_type, cost, generate) => {
  it("is charged and made once, and its first answer repeated", async () => {
    const user = await newUser();
    const first = await generate(user);
    expect(await generate(await again(user))).toEqual(first);
    expect(asked).toBe(1);
    expect(await creditsOf(user)).toBe(100 - cost);
  });

  it("is charged and made once for requests at the same moment, who all get the one answer", async () => {
    const user = await newUser();
    const answers = await Promise.all(Array.from({ length: REPETITIONS }, () => generate(user)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(asked).toBe(1);
    expect(await creditsOf(user)).toBe(100 - cost);
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("repeats a failure too: it was charged", async () => {
    const user = await newUser();
    befall = () => Promise.reject(new UpstreamError("No boats today"));
    const failure = await rejection(generate(user));
    expect(failure).toMatchObject({ code: "internal" });
    befall = async () => undefined;
    expect(String(await rejection(generate(await again(user))))).toBe(String(failure));
    expect(asked).toBe(1);
    expect(await creditsOf(user)).toBe(100 - cost);
  });

  it("gives the key back where the credits do not suffice: the same request may pass later", async () => {
    const user = await newUser(cost - 1);
    await expect(generate(user)).rejects.toMatchObject({ code: "insufficient_credits" });
    expect(await readKeyRow(user, KEY)).toBeNull();
  });

  it("gives the key back where another request took the credits meanwhile", async () => {
    const user = await newUser(cost - 1);
    const outdated = { ...user, actor: { ...user.actor, credits: cost } };
    await expect(generate(outdated)).rejects.toMatchObject({ code: "insufficient_credits" });
    expect(await readKeyRow(user, KEY)).toBeNull();
  });

  it("is not charged without a key of its own: two requests are two", async () => {
    const { idempotencyKey: _none, ...user } = await newUser();
    await generate(user);
    await generate(user);
    expect(asked).toBe(2);
    expect(await creditsOf({ ...user })).toBe(100 - 2 * cost);
  });
});

describe("an image whose reference was sent as a data URL", () => {
  const large = { ...IMAGE, imageUrl: `data:image/png;base64,${largePng().toString("base64")}` };

  it("has its first answer repeated in every letter, without the picture being kept", async () => {
    const user = await newUser();
    const first = await generateImageOnce(user, { ...large });
    expect(first.sourceImageUrl).toBe(large.imageUrl);
    expect((await readKeyRow(user, KEY))?.responseBody?.length).toBeLessThan(1_000);
    expect(JSON.stringify(await generateImageOnce(await again(user), { ...large }))).toBe(JSON.stringify(first));
    const other = { ...large, imageUrl: `${large.imageUrl}AAAA` };
    await expect(generateImageOnce(await again(user), other)).rejects.toMatchObject({ code: "conflict" });
    expect(asked).toBe(1);
  });

  it("is answered with it too after the first process died", async () => {
    const user = await newUser();
    await claimKey(user, { key: KEY, operation: "image", input: { ...large } });
    await generateImage({ ...user, claimedKey: KEY }, large);
    pass(ANSWER_KEPT_WITHIN_MS);
    expect(await generateImageOnce(await again(user), { ...large })).toMatchObject({ sourceImageUrl: large.imageUrl });
    expect((await readKeyRow(user, KEY))?.responseBody?.length).toBeLessThan(1_000);
  });
});

describe("an adjustment under an Idempotency-Key", () => {
  const ADJUSTMENT = { amount: 40, reason: "bonus" };

  it("is made once when a second request takes the key over from one that is slow", async () => {
    const admin = await newUser();
    const input = { ...ADJUSTMENT, userId: await createUser(ctx) };
    await claimKey(admin, { key: KEY, operation: "adjust-credits", input });
    pass(HALF_A_MINUTE_MS);
    expect(await adjustCreditsOnce(admin, input)).toEqual({ success: true });
    await expect(adjustCredits({ ...admin, claimedKey: KEY }, input)).rejects.toMatchObject({ code: "conflict" });
    expect(await ctx.db.creditLedger.count({ where: { userId: input.userId } })).toBe(1);
  });

  it("is answered as made when its process died before it answered", async () => {
    const admin = await newUser();
    const input = { ...ADJUSTMENT, userId: await createUser(ctx) };
    await claimKey(admin, { key: KEY, operation: "adjust-credits", input });
    await adjustCredits({ ...admin, claimedKey: KEY }, input);
    expect(await adjustCreditsOnce(admin, input)).toEqual({ success: true });
    expect(await ctx.db.creditLedger.count({ where: { userId: input.userId } })).toBe(1);
  });
});

describe("a request whose process died after the charge", () => {
  it("is not recovered while its own answer may come, which is the better one", async () => {
    const user = await newUser();
    await claimKey(user, { key: KEY, operation: "image", input: { ...IMAGE } });
    const made = await generateImage({ ...user, claimedKey: KEY }, IMAGE);
    const { reference } = (await readKeyRow(user, KEY)) ?? {};
    expect(await recoverImage(user, { reference: reference ?? "" })).toBeNull();
    pass(ANSWER_KEPT_WITHIN_MS);
    expect(await recoverImage(user, { reference: reference ?? "" })).toEqual(made);
  });

  it("is answered with the image that was made", async () => {
    const user = await newUser();
    await claimKey(user, { key: KEY, operation: "image", input: { ...IMAGE } });
    const made = await generateImage({ ...user, claimedKey: KEY }, IMAGE);
    const { id, url, remainingCredits } = made;
    pass(ANSWER_KEPT_WITHIN_MS);
    expect(await generateImageOnce(await again(user), { ...IMAGE })).toMatchObject({ id, url, remainingCredits });
    expect(asked).toBe(1);
    expect(await creditsOf(user)).toBe(80);
  });

  it("is answered with the task that was submitted", async () => {
    const user = await newUser();
    await claimKey(user, { key: KEY, operation: "video", input: VIDEO });
    const submitted = await submitVideo({ ...user, claimedKey: KEY }, VIDEO);
    pass(ANSWER_KEPT_WITHIN_MS);
    expect(await submitVideoOnce(await again(user), VIDEO)).toEqual(submitted);
    expect(asked).toBe(1);
    expect(await creditsOf(user)).toBe(50);
  });

  it("waits for the sweep that closes what was left open, and then fails without another charge", async () => {
    const user = await newUser();
    await claimKey(user, { key: KEY, operation: "image", input: { ...IMAGE } });
    const reached = gate();
    befall = () => {
      reached.open();
      return new Promise(() => undefined);
    };
    void generateImage({ ...user, claimedKey: KEY }, IMAGE);
    await reached.opened;
    const repetition = generateImageOnce(await again(user), { ...IMAGE });
    const row = await ctx.db.generationHistory.findFirstOrThrow({ where: { userId: user.actor.id } });
    await finishGeneration(ctx, row.id, { status: "failed", error: "Interrupted" });
    await expect(repetition).rejects.toMatchObject({ code: "internal", message: "Failed to generate image" });
    expect(asked).toBe(1);
    expect(await creditsOf(user)).toBe(80);
  });
});

describe("a request that was slow to be charged", () => {
  /** Claims the key for a request that then does nothing for half a minute. */
  async function slowRequest(credits?: number) {
    const slow = await newUser(credits);
    await claimKey(slow, { key: KEY, operation: "image", input: { ...IMAGE } });
    pass(HALF_A_MINUTE_MS);
    return { ...slow, claimedKey: KEY };
  }

  it("is not charged beside the one that took over its key", async () => {
    const slow = await slowRequest();
    const answer = await generateImageOnce(await again(slow), { ...IMAGE });
    await expect(generateImage(slow, IMAGE)).rejects.toMatchObject({ code: "conflict" });
    expect(await generateImageOnce(await again(slow), { ...IMAGE })).toEqual(answer);
    expect(asked).toBe(1);
    expect(await creditsOf(slow)).toBe(80);
  });

  it.each([
    [100, "conflict"],
    [20, "insufficient_credits"],
  ])("with %d credits leaves the key to the one that took it over and was charged", async (credits, code) => {
    const user = await newUser(credits);
    const charge = holdCharge(user);
    const refused = rejection(generateImageOnce(charge.held, { ...IMAGE }));
    await charge.reached;
    pass(HALF_A_MINUTE_MS);
    const making = gate();
    const submitted = gate();
    befall = () => {
      submitted.open();
      return making.opened;
    };
    const takeover = generateImageOnce(user, { ...IMAGE });
    await submitted.opened;
    charge.letGo();
    expect(await refused).toMatchObject({ code });
    expect(await readKeyRow(user, KEY)).toMatchObject({ reference: expect.any(String) });
    making.open();
    const answer = await takeover;
    expect(await generateImageOnce(await again(user), { ...IMAGE })).toEqual(answer);
    expect(asked).toBe(1);
    expect(await creditsOf(user)).toBe(credits - 20);
  });
});

describe("a checkout under an Idempotency-Key", () => {
  it("is opened once", async () => {
    const user = await newUser(0);
    const first = await createCheckoutOnce(user, { ...CHECKOUT });
    expect(await createCheckoutOnce(user, { ...CHECKOUT })).toEqual(first);
    expect(asked).toBe(1);
  });
});

describe("a checkout that failed under an Idempotency-Key", () => {
  it("fails again without another try at the provider", async () => {
    const user = await newUser(0);
    befall = () => Promise.reject(new AppError("upstream_failed", "Failed to create checkout"));
    await expect(createCheckoutOnce(user, { ...CHECKOUT })).rejects.toMatchObject({ code: "upstream_failed" });
    befall = async () => undefined;
    const again = createCheckoutOnce(user, { ...CHECKOUT });
    await expect(again).rejects.toMatchObject({ code: "upstream_failed", message: "Failed to create checkout" });
    expect(asked).toBe(1);
  });
});

describe("a key", () => {
  it("is of one kind of request", async () => {
    const user = await newUser();
    await generateImageOnce(user, { ...IMAGE });
    await expect(submitVideoOnce(user, VIDEO)).rejects.toMatchObject({ code: "conflict" });
    expect(await creditsOf(user)).toBe(80);
  });

  it("is given back after a failure nobody foresaw and nothing was charged in", async () => {
    const user = await newUser();
    const broken = beforeCharge(user, () => Promise.reject(new Error("The database went away")));
    await expect(generateImageOnce(broken, { ...IMAGE })).rejects.toThrow("The database went away");
    expect(await readKeyRow(user, KEY)).toBeNull();
    await generateImageOnce(user, { ...IMAGE });
    expect(await creditsOf(user)).toBe(80);
  });
});

/** The header of a picture that models take, and much behind it. */
function largePng(): Buffer {
  const png = Buffer.alloc(750_000);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(png);
  png.writeUInt32BE(13, 8);
  png.write("IHDR", 12, "latin1");
  png.writeUInt32BE(512, 16);
  png.writeUInt32BE(512, 20);
  return png;
}
