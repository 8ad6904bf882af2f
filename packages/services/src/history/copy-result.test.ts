import type { StoredObject } from "@app/clients/storage/object-storage";
import pino from "pino";
import { describe, expect, it, vi } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { readJobs } from "../../test/database-state";
import { gate } from "../../test/idempotency";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import { generateImage } from "../image/generate-image";
import { closeAbandonedGenerations } from "./close-abandoned-generations";
import { copyResult, copyResultAgain } from "./copy-result";

const ctx = useTestContext();
const ORIGINAL = "https://backend.example/boat.mp4";
const DAY_MS = 24 * 60 * 60 * 1000;
const TEN_MINUTES_MS = 10 * 60 * 1000;
/** On a busy machine, vitest's second is too short. */
const WAIT = { timeout: 20_000 };

const rowOf = (id: string) => ctx.db.generationHistory.findUniqueOrThrow({ where: { id } });
const delivered = () =>
  createGeneration(ctx, "video", { status: "completed", taskId: "task", resultUrl: ORIGINAL, updatedAt: ctx.now() });

/** A storage that accepts every file, in its time, or refuses all. */
function outside({ isDown = false, until = Promise.resolve() } = {}) {
  const fetched: string[] = [];
  const stored: string[] = [];
  const results = {
    fetchResult: async (url: string) => {
      fetched.push(url);
      return { body: new Uint8Array([1]), contentType: "video/mp4" };
    },
    fetchStart: () => Promise.reject(new Error("Copies are fetched whole")),
    openResult: () => Promise.reject(new Error("Copies are not passed on")),
  };
  const storage = {
    put: async ({ key }: { key: string }) => {
      if (isDown) throw new Error("The storage is down");
      await until;
      stored.push(key);
      return `https://storage.example/${key}`;
    },
    removeFolder: async () => undefined,
  };
  return { fetched, stored, played: withClients(ctx, { results, storage }) };
}

describe("copyResultAgain", () => {
  it("copies the original and changes only the address of the result", async () => {
    const { id, userId } = await delivered();
    const before = await rowOf(id);
    const { fetched, stored, played } = outside();
    await copyResultAgain(played, { generationId: id, originalUrl: ORIGINAL });
    expect(fetched).toEqual([ORIGINAL]);
    expect(stored).toEqual([expect.stringMatching(new RegExp(`^videos/${userId}/\\d{13}_[a-z0-9]{6}\\.mp4$`))]);
    expect(await rowOf(id)).toEqual({ ...before, resultUrl: `https://storage.example/${stored[0]}` });
  });

  it("stores the size of an image whose first copy was not made", async () => {
    const image = { status: "completed", resultUrl: ORIGINAL, updatedAt: ctx.now() } as const;
    const { id } = await createGeneration(ctx, "image", image);
    const { played } = outside();
    const fetchResult = async () => ({ body: pngHeader(300, 200), contentType: "image/png" });
    const results = { ...played.clients.results, fetchResult };
    await copyResultAgain(withClients(played, { results }), { generationId: id, originalUrl: ORIGINAL });
    expect(await rowOf(id)).toMatchObject({ width: 300, height: 200 });
  });

  it("does not copy again when it runs twice, as after a crash", async () => {
    const { id } = await delivered();
    await copyResultAgain(outside().played, { generationId: id, originalUrl: ORIGINAL });
    const before = await rowOf(id);
    const again = outside();
    await copyResultAgain(again.played, { generationId: id, originalUrl: ORIGINAL });
    expect(again).toMatchObject({ fetched: [], stored: [] });
    expect(await rowOf(id)).toEqual(before);
  });

  it("holds two videos in memory at most, and is queued again for the others", async () => {
    const open = gate();
    const { stored, played } = outside({ until: open.opened });
    const ids: string[] = [];
    for (let video = 0; video < 6; video += 1) ids.push((await delivered()).id);
    const copying = Promise.all(ids.map((id) => copyResultAgain(played, { generationId: id, originalUrl: ORIGINAL })));
    await vi.waitFor(async () => expect(await readJobs(ctx)).toHaveLength(4), WAIT);
    open.open();
    await copying;
    expect(stored).toHaveLength(2);
  });

  it("rejects and changes nothing while the storage is down, so that the queue retries it", async () => {
    const { id } = await delivered();
    const before = await rowOf(id);
    const job = copyResultAgain(outside({ isDown: true }).played, { generationId: id, originalUrl: ORIGINAL });
    await expect(job).rejects.toThrow("Failed to store the video");
    expect(await rowOf(id)).toEqual(before);
  });

  it("waits while no storage is configured, as after a mistake in its settings", async () => {
    const { id } = await delivered();
    const payload = { generationId: id, originalUrl: ORIGINAL };
    await copyResultAgain(withClients(ctx, { storage: null }), payload);
    const runAt = new Date(ctx.now().getTime() + TEN_MINUTES_MS);
    expect(await readJobs(ctx, `copy-result-again:${id}`)).toMatchObject([{ runAt }]);
    const { stored, played } = outside();
    await copyResultAgain(played, payload);
    expect(await rowOf(id)).toMatchObject({ resultUrl: `https://storage.example/${stored[0]}` });
  });

  it("gives up once the backend has deleted the original, and logs whose result is lost", async () => {
    const { id, userId } = await delivered();
    await ctx.db.generationHistory.update({
      where: { id },
      data: { updatedAt: new Date(ctx.now().getTime() - DAY_MS - 1) },
    });
    const { fetched, played } = outside();
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    await copyResultAgain({ ...played, log }, { generationId: id, originalUrl: ORIGINAL });
    expect(fetched).toEqual([]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, generationId: id, userId, msg: "a result was never copied, and its original is gone" },
    ]);
  });
});

describe("copyResult", () => {
  it("holds a bounded number of images in memory, of one user and of all, and copies every one in the end", async () => {
    const open = gate();
    const { fetched, stored, played } = outside({ until: open.opened });
    const copy = (userId: string) => copyResult(played, "image", { userId, originalUrl: ORIGINAL });
    const copying = Promise.all(
      ["ann", "ben", "cat"].flatMap((userId) => Array.from({ length: 20 }, () => copy(userId))),
    );
    await vi.waitFor(() => expect(fetched).toHaveLength(32), WAIT);
    open.open();
    await copying;
    expect(stored).toHaveLength(60);
    const firstOf = (user: string) => stored.slice(0, 32).filter((key) => key.startsWith(`images/${user}/`)).length;
    expect(["ann", "ben", "cat"].map(firstOf)).toEqual([16, 16, 0]);
  });

  it("lets an image that finds no place in time be completed before maintenance ends it, and be copied later", async () => {
    const userId = await createUser(ctx, 100);
    const open = gate();
    const { fetched, stored, played } = outside({ until: open.opened });
    const file = { userId, originalUrl: ORIGINAL };
    const copying = Promise.all(Array.from({ length: 16 }, () => copyResult(played, "image", file)));
    const [charged, generated] = [gate(), gate()];
    const generate = async () => {
      charged.open();
      await generated.opened;
      return { url: ORIGINAL, revisedPrompt: null };
    };
    const user = await actAs(withClients(played, { image: { generate } }), userId);
    const input = {
      prompt: "a boat",
      imageUrl: "https://pictures.example/boat.png",
      size: "1K",
      watermark: false,
    } as const;
    const generating = generateImage(user, input);
    await charged.opened;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    generated.open();
    await vi.advanceTimersByTimeAsync(TEN_MINUTES_MS);
    vi.useRealTimers();
    const completed = { userId, status: "completed" };
    await vi.waitFor(async () => expect(await ctx.db.generationHistory.count({ where: completed })).toBe(1), WAIT);
    await closeAbandonedGenerations({ ...ctx, now: () => new Date(ctx.now().getTime() + TEN_MINUTES_MS + 1) });
    open.open();
    const { id, url } = await generating;
    await copying;
    expect(await rowOf(id)).toMatchObject({ status: "completed", resultUrl: url, error: null });
    expect([url, fetched.length, stored.length]).toEqual([ORIGINAL, 16, 16]);
    await copyResultAgain(played, { generationId: id, originalUrl: ORIGINAL });
    expect(await rowOf(id)).toMatchObject({ resultUrl: `https://storage.example/${stored[16]}` });
  });

  it.each(["text/html", "application/json", "application/xml"])(
    "stores no %s in place of the file",
    async (contentType) => {
      const { played, stored } = outside();
      const body = Buffer.from("<title>Back soon</title>");
      const results = { ...played.clients.results, fetchResult: async () => ({ body, contentType }) };
      const file = { userId: "user", originalUrl: ORIGINAL };
      const copying = copyResult(withClients(played, { results }), "image", file);
      await expect(copying).rejects.toMatchObject({ code: "upstream_failed" });
      expect(stored).toEqual([]);
    },
  );

  it.each(["application/octet-stream", "image/png"])(
    "stores a JPEG that is called %s as a JPEG",
    async (contentType) => {
      const { played } = outside();
      const body = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
      const results = { ...played.clients.results, fetchResult: async () => ({ body, contentType }) };
      const put = vi.fn(async ({ key }: StoredObject) => `https://storage.example/${key}`);
      const storage = { put, removeFolder: async () => undefined };
      const file = { userId: "user", originalUrl: ORIGINAL };
      await copyResult(withClients(played, { results, storage }), "image", file);
      expect(put.mock.calls).toEqual([[{ body, contentType: "image/jpeg", key: expect.stringMatching(/\.jpg$/) }]]);
    },
  );

  it.each([
    ["a PNG", pngHeader(300, 200), { width: 300, height: 200 }],
    ["another file", new Uint8Array([1]), null],
  ])("reads the size of %s", async (_name, body, size) => {
    const { played } = outside();
    const results = { ...played.clients.results, fetchResult: async () => ({ body, contentType: "image/png" }) };
    const file = { userId: "user", originalUrl: ORIGINAL };
    expect(await copyResult(withClients(played, { results }), "image", file)).toMatchObject({ size });
  });
});

function pngHeader(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(24);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  bytes.write("IHDR", 12);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}
