import { TRPCClientError } from "@trpc/client";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { callIdempotently } from "./use-idempotent-mutation";

const BOAT = { prompt: "a boat" };

/** Sends a request. Returns its key. */
async function send(input: object, error?: Error, operation = "image"): Promise<string> {
  let key = "";
  const sent = callIdempotently(operation, input, async ({ context }) => {
    key = context.idempotencyKey;
    if (error) throw error;
  });
  if (error) await expect(sent).rejects.toBe(error);
  else await sent;
  return key;
}

const lost = new Error("the connection was lost");
const failed = (httpStatus: number, message: string) =>
  TRPCClientError.from({ error: { message, code: -32_000, data: { httpStatus } } });
const refused = failed(402, "Insufficient credits");

describe("callIdempotently", () => {
  beforeEach(() => {
    const stored = new Map<string, string>();
    vi.stubGlobal("sessionStorage", {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
      removeItem: (name: string) => void stored.delete(name),
    });
    return () => vi.unstubAllGlobals();
  });

  it("sends a request again with its key after its response was lost", async () => {
    const key = await send(BOAT, lost);
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(await send({ ...BOAT })).toBe(key);
  });

  it("keeps the key while another request is sent", async () => {
    const key = await send(BOAT, lost);
    expect(await send({ prompt: "a ship" })).not.toBe(key);
    expect(await send(BOAT)).toBe(key);
  });

  it.each([
    failed(401, "Unauthorized"),
    failed(429, "Too many requests"),
    failed(500, "Internal server error"),
    failed(503, "Image generation is not configured"),
  ])("keeps the key of a lost request when its repetition fails with $message", async (error) => {
    const key = await send(BOAT, lost);
    expect(await send(BOAT, error)).toBe(key);
    expect(await send(BOAT)).toBe(key);
    expect(await send(BOAT)).not.toBe(key);
  });

  it.each([
    ["a success", undefined],
    ["a refusal", refused],
  ])("takes a new key after %s", async (_name, error) => {
    const key = await send(BOAT, error);
    expect(await send(BOAT)).not.toBe(key);
  });

  it("takes another key for another operation", async () => {
    const key = await send(BOAT, lost);
    expect(await send(BOAT, undefined, "video")).not.toBe(key);
  });

  it("gives requests that run at the same time keys of their own, also when all were lost", async () => {
    const keys = await Promise.all([send(BOAT, lost), send(BOAT, lost)]);
    expect(new Set(keys).size).toBe(2);
    const again = await Promise.all([send(BOAT), send(BOAT)]);
    expect(again.toSorted()).toEqual(keys.toSorted());
    expect(keys).not.toContain(await send(BOAT));
  });

  it("recognises a request that contains a picture", async () => {
    const withPicture = { ...BOAT, imageUrl: `data:image/png;base64,${"A".repeat(3_000_000)}` };
    const key = await send(withPicture, lost);
    expect(await send({ ...withPicture, prompt: "a ship" }, lost)).not.toBe(key);
    expect(await send(withPicture)).toBe(key);
  });
});
