import { describe, expect, it } from "vitest";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { listGenerations } from "./generations";

const ctx = useTestContext();
const PAGE_ITEMS = 24;
const NOON = new Date("2026-03-10T12:00:00Z");

/** Rows of a new user, newest first. */
async function createRows(rows: readonly { prompt: string; type?: string; status?: string; createdAt?: Date }[]) {
  const userId = await createUser(ctx);
  await ctx.db.generationHistory.createMany({
    data: rows.map((row) => ({
      userId,
      type: "image",
      status: "completed",
      creditsUsed: 20,
      metadata: "{}",
      createdAt: NOON,
      ...row,
    })),
  });
  return actAs(ctx, userId);
}

const promptsOf = (page: { items: { prompt: string }[] }) => page.items.map(({ prompt }) => prompt);

describe("listGenerations", () => {
  it("lists every row once, page by page, also rows with the same start", async () => {
    const rows = Array.from({ length: 2 * PAGE_ITEMS + 2 }, (_, index) => ({
      prompt: `boat ${index}`,
      createdAt: new Date(NOON.getTime() - Math.floor(index / 10)),
    }));
    const user = await createRows(rows);
    const seen: string[] = [];
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await listGenerations(user, { cursor });
      seen.push(...promptsOf(page));
      sizes.push(page.items.length);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(sizes).toEqual([PAGE_ITEMS, PAGE_ITEMS, 2]);
    expect(new Set(seen)).toEqual(new Set(rows.map(({ prompt }) => prompt)));
    expect(seen).toHaveLength(rows.length);
  });

  it.each(["x", "1_", "12345678901234567_a", "-1_a"])("refuses the cursor %s", async (cursor) => {
    const user = await createRows([]);
    await expect(listGenerations(user, { cursor })).rejects.toThrow("cursor is not valid");
  });

  it("matches part of a prompt case-insensitively, and escapes wildcards", async () => {
    const user = await createRows([
      { prompt: "A Red Boat" },
      { prompt: "100% wool" },
      { prompt: "a_b" },
      { prompt: "c\\d" },
    ]);
    expect(promptsOf(await listGenerations(user, { search: "red b" }))).toEqual(["A Red Boat"]);
    expect(promptsOf(await listGenerations(user, { search: "%" }))).toEqual(["100% wool"]);
    expect(promptsOf(await listGenerations(user, { search: "_" }))).toEqual(["a_b"]);
    expect(promptsOf(await listGenerations(user, { search: "\\" }))).toEqual(["c\\d"]);
  });

  it("filters by type, status and time, from on and before until", async () => {
    const before = new Date(NOON.getTime() - 1);
    const user = await createRows([
      { prompt: "image" },
      { prompt: "video", type: "video", status: "failed" },
      { prompt: "older", createdAt: before },
    ]);
    expect(promptsOf(await listGenerations(user, { type: "video" }))).toEqual(["video"]);
    expect(promptsOf(await listGenerations(user, { status: "failed" }))).toEqual(["video"]);
    expect(promptsOf(await listGenerations(user, { until: NOON }))).toEqual(["older"]);
    expect(promptsOf(await listGenerations(user, { from: NOON })).sort()).toEqual(["image", "video"]);
    expect(promptsOf(await listGenerations(user, { from: before, until: NOON, type: "image" }))).toEqual(["older"]);
  });

  it("lists no rows of other users", async () => {
    await createRows([{ prompt: "theirs" }]);
    expect((await listGenerations(await createRows([]), {})).items).toEqual([]);
  });
});
