import { isLongRun } from "@app/sandbox/testing/fault-tests";
import { sampleImage } from "@app/sandbox/testing/sample-image";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, type SignedInUser, signedInUser } from "../api-client";
import { startOtherServer, useTestApp } from "../app";
import { uploadForm } from "../uploads";

const PATH = "/api/upload/simple";
const BUSY = { status: 429, body: { error: "Too many uploads at once, try again shortly" } };
const FLOOD = 30;
/** One is decoded while ten wait. */
const ACCEPTED_MAX = 11;

const app = useTestApp();
let picture: Buffer;
/** A few bytes that take long to decode. */
let bomb: Buffer;
beforeAll(async () => {
  picture = await sampleImage("a boat");
  bomb = await sharp({ create: { width: 3_000, height: 3_000, channels: 3, background: "#345" } })
    .webp({ lossless: true })
    .toBuffer();
});

const send = ({ client }: SignedInUser, bytes: Buffer): Promise<ApiResponse> =>
  client.postBody(PATH, uploadForm(bytes));

/** Uploads that a user sends at the same moment, how many of them succeeded so far, and how many had when the latest was refused. */
function flood(attacker: SignedInUser, length = FLOOD) {
  let done = 0;
  let doneBeforeRefusal = 0;
  const responses = Array.from({ length }, async () => {
    const response = await send(attacker, bomb);
    if (response.status === 200) done += 1;
    else doneBeforeRefusal = done;
    return response;
  });
  return { responses, done: () => done, doneBeforeRefusal: () => doneBeforeRefusal };
}

describe("a flood of small files with many pixels", () => {
  it("occupies one slot and a short queue for its sender, and none for other users", async () => {
    const [attacker, other] = [await signedInUser(app), await signedInUser(app)];
    const { responses, done, doneBeforeRefusal } = flood(attacker);
    await Promise.race(responses);
    const before = done();
    expect((await send(other, picture)).status).toBe(200);
    expect(done() - before).toBeLessThanOrEqual(2);
    const all = await Promise.all(responses);
    const refused = all.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const response of refused) expect(response).toMatchObject(BUSY);
    // Those that ended while others of the flood still arrived made room for them.
    expect(done() - doneBeforeRefusal()).toBeLessThanOrEqual(ACCEPTED_MAX);
  });

  it.runIf(isLongRun)("by several users is served in turns", async () => {
    const attackers = await Promise.all(Array.from({ length: 4 }, () => signedInUser(app)));
    const other = await signedInUser(app);
    const floods = attackers.map((attacker) => flood(attacker, 5));
    await Promise.race(floods.flatMap(({ responses }) => responses));
    const done = () => floods.reduce((sum, one) => sum + one.done(), 0);
    const before = done();
    expect((await send(other, picture)).status).toBe(200);
    // At most one of each user who waited before, and those that were running.
    expect(done() - before).toBeLessThanOrEqual(2 * attackers.length);
    await Promise.all(floods.flatMap(({ responses }) => responses));
  });

  it("is counted by the sender's limit of pixels before it is decoded", async () => {
    const limits = { RATE_LIMITS: "on", RATE_LIMIT_UPLOAD_MEGAPIXELS: "20/1m" } as const;
    const limited = await startOtherServer(app, limits);
    try {
      const attacker = await signedInUser(limited.app);
      for (let count = 0; count < 2; count += 1) expect((await send(attacker, bomb)).status).toBe(200);
      const refused = await send(attacker, bomb);
      expect(refused).toMatchObject({ status: 429, body: { error: "Too many requests" } });
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await send(await signedInUser(limited.app), picture)).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});

describe("a photo", () => {
  it.each([
    [4_032, 3_024, 200],
    [5_712, 4_284, 200],
    [5_000, 5_001, 400],
    [7_000, 7_000, 400],
  ])("of %d x %d pixels gets %d", async (width, height, status) => {
    const photo = await sharp({ create: { width, height, channels: 3, background: "#345" } })
      .jpeg()
      .toBuffer();
    expect((await send(await signedInUser(app), photo)).status).toBe(status);
  });
});
