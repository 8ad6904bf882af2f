import { describe, expect, it } from "vitest";
import { gate, holdCharge, IDEMPOTENCY_KEY, IMAGE_INPUT, rejection, useCountedClients } from "../../test/idempotency";
import { useTestContext, withClients } from "../../test/test-context";
import type { UserContext } from "../context";
import { generateImageOnce } from "../image/generate-image";

const ctx = useTestContext();
const { again, newUser, pass, creditsOf } = useCountedClients(ctx);
const STORAGE = "https://storage.example";
const STORED = { ...IMAGE_INPUT, imageUrl: `${STORAGE}/a.png` };
const OTHER = { ...IMAGE_INPUT, prompt: "another prompt" };

/** The header of a PNG of 512 x 512 pixels. */
function png(): Buffer {
  const header = Buffer.alloc(33);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(header);
  header.writeUInt32BE(13, 8);
  header.write("IHDR", 12);
  header.writeUInt32BE(512, 16);
  header.writeUInt32BE(512, 20);
  return header;
}

/** The same user, whose reference image is read from a storage that responds when `respond` is resolved. */
function readingFrom(user: UserContext) {
  const [asked, answered] = [gate(), gate()];
  let failure: Error | null = null;
  const results = {
    ...user.clients.results,
    fetchStart: async () => {
      asked.open();
      await answered.opened;
      if (failure) throw failure;
      return { bytes: png(), contentBytes: 33 };
    },
  };
  const context = withClients({ ...user, config: { ...user.config, storagePublicUrl: STORAGE } }, { results });
  const end = (error: Error | null) => {
    failure = error;
    answered.open();
  };
  return { context, asked: asked.opened, end };
}

/** A first request that reads its reference for half a minute, and a second one that has taken its key over and reads too. */
async function takeOver() {
  const user = await newUser();
  const first = readingFrom(user);
  const one = rejection(generateImageOnce(first.context, { ...STORED }));
  await first.asked;
  pass(31_000);
  const second = readingFrom(await again(user));
  const two = generateImageOnce(second.context, { ...STORED });
  two.catch(() => undefined);
  await second.asked;
  // The first one fails only now, before its charge: 502, which releases the key.
  first.end(new Error("The storage stalled"));
  expect(await one).toMatchObject({ code: "upstream_failed" });
  return { user, second, two };
}

describe("a request that has taken over a key", () => {
  it("keeps it when the first request fails", async () => {
    const { user, second, two } = await takeOver();
    second.end(null);
    expect(await rejection(two)).toBeUndefined();
    expect(await creditsOf(user)).toBe(80);
  });

  it("does not answer a request with another body", async () => {
    const { user, second, two } = await takeOver();
    const { held, reached, letGo } = holdCharge(await again(user));
    const three = rejection(generateImageOnce(held, { ...OTHER }));
    await Promise.race([reached, three]);
    second.end(null);
    await rejection(two);
    letGo();
    await three;
    expect(await creditsOf(user)).toBe(80);
    // The image was made from the first prompt.
    const other = await generateImageOnce(await again(user), { ...OTHER }).catch(() => null);
    expect(other?.revisedPrompt).not.toBe(STORED.prompt);
    // And the repetition of what was charged gets it.
    expect(
      await generateImageOnce({ ...second.context, idempotencyKey: IDEMPOTENCY_KEY }, { ...STORED }),
    ).toMatchObject({
      revisedPrompt: STORED.prompt,
    });
  });
});
