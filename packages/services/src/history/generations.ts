import { AppError } from "@app/core/errors";
import { type GenerationSettings, parseGenerationSettings } from "@app/core/generation/generation-settings";
import type { Prisma } from "@app/db/client/db";
import type { UserContext } from "../context";
import { refundEntryId } from "../credits/refund-charge";
import { escapeLike } from "../platform/escape-like";
import { type Page, pageOf } from "../platform/pagination";

const GENERATIONS_PER_PAGE = 24;

export interface GenerationFilter {
  type?: "image" | "video" | undefined;
  status?: "pending" | "processing" | "completed" | "failed" | undefined;
  /** Part of the prompt, case-insensitive. */
  search?: string | undefined;
  /** Started at or after this time. */
  from?: Date | undefined;
  /** Started before this time. */
  until?: Date | undefined;
  favorites?: boolean | undefined;
  /** Only works in this collection, which must be the user's. */
  collectionId?: string | undefined;
  cursor?: string | undefined;
}

/** The user's images and videos without the deleted ones, newest first. */
export async function listGenerations(ctx: UserContext, filter: GenerationFilter): Promise<Page<OwnGeneration>> {
  const rows = await ctx.db.generationHistory.findMany({
    where: { AND: [{ userId: ctx.actor.id, deletedAt: null }, ...conditionsOf(ctx, filter)] },
    select: generationColumns,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: GENERATIONS_PER_PAGE + 1,
  });
  return pageOf(await withRefunds(ctx, rows), GENERATIONS_PER_PAGE, generationCursor);
}

function conditionsOf(ctx: UserContext, filter: GenerationFilter): Prisma.GenerationHistoryWhereInput[] {
  const { type, status, search, from, until, favorites, collectionId, cursor } = filter;
  const collection = { userId: ctx.actor.id };
  return [
    ...(type ? [{ type }] : []),
    ...(status ? [{ status }] : []),
    ...(search ? [{ prompt: { contains: escapeLike(search), mode: "insensitive" as const } }] : []),
    ...(from ? [{ createdAt: { gte: from } }] : []),
    ...(until ? [{ createdAt: { lt: until } }] : []),
    ...(favorites ? [{ isFavorite: true }] : []),
    ...(collectionId ? [{ collections: { some: { collectionId, collection } } }] : []),
    ...(cursor ? [afterCursor(cursor)] : []),
  ];
}

/** An image or video as its owner sees it. */
export interface OwnGeneration extends GenerationSummary {
  /** Whether its credits were refunded after it failed, by the service or by an administrator. */
  refunded: boolean;
}

async function withRefunds({ db }: UserContext, rows: readonly GenerationSummary[]): Promise<OwnGeneration[]> {
  const failed = rows.filter(({ status }) => status === "failed").map(({ id }) => refundEntryId(id));
  const entries =
    failed.length === 0 ? [] : await db.creditLedger.findMany({ where: { id: { in: failed } }, select: { id: true } });
  const refunds = new Set(entries.map(({ id }) => id));
  return rows.map((row) => ({ ...row, refunded: refunds.has(refundEntryId(row.id)) }));
}

/**
 * One of the user's images or videos.
 * @throws AppError `not_found`, also for a deleted one
 */
export async function getGeneration(ctx: UserContext, input: { id: string }): Promise<OwnGeneration> {
  const generation = await ctx.db.generationHistory.findFirst({
    where: { id: input.id, userId: ctx.actor.id, deletedAt: null },
    select: generationColumns,
  });
  const [own] = await withRefunds(ctx, generation ? [generation] : []);
  if (!own) throw new AppError("not_found", "Generation not found");
  return own;
}

/** What a form for a new generation begins with, taken from an earlier one. */
export interface EarlierGeneration extends GenerationSettings {
  id: string;
  prompt: string;
  /** Null when there was no reference image, or one that was sent inline and not stored. */
  imageUrl: string | null;
}

/** The settings of one of the user's generations, or null. */
export async function findSettings(
  ctx: UserContext,
  { generationId }: { generationId: string },
): Promise<EarlierGeneration | null> {
  const generation = await ctx.db.generationHistory.findFirst({
    where: { id: generationId, userId: ctx.actor.id, deletedAt: null },
    select: { id: true, prompt: true, imageUrl: true, metadata: true },
  });
  if (!generation) return null;
  const { metadata, ...earlier } = generation;
  return { ...earlier, ...parseGenerationSettings(metadata) };
}

/** One of the user's images as the reference of a new generation, with an empty prompt. Null for an image without a file. */
export async function findPicture(
  ctx: UserContext,
  { generationId }: { generationId: string },
): Promise<EarlierGeneration | null> {
  const image = await ctx.db.generationHistory.findFirst({
    where: { id: generationId, userId: ctx.actor.id, deletedAt: null, type: "image", resultUrl: { not: null } },
    select: { id: true, resultUrl: true },
  });
  return image && { id: image.id, prompt: "", imageUrl: image.resultUrl };
}

/** The columns of a generation in lists and on its own. */
export const generationColumns = {
  id: true,
  type: true,
  prompt: true,
  imageUrl: true,
  taskId: true,
  resultUrl: true,
  status: true,
  creditsUsed: true,
  error: true,
  metadata: true,
  isFavorite: true,
  width: true,
  height: true,
  createdAt: true,
  updatedAt: true,
} as const satisfies Prisma.GenerationHistorySelect;

export type GenerationSummary = Prisma.GenerationHistoryGetPayload<{ select: typeof generationColumns }>;

/** Milliseconds since 1970 and the row's id. Every number of 15 digits is a date that the database can store. */
const CURSOR = /^(?<ms>\d{1,15})_(?<id>.+)$/;

/** The cursor after this row. */
function generationCursor(row: { createdAt: Date; id: string }): string {
  return `${row.createdAt.getTime()}_${row.id}`;
}

/**
 * The condition for the rows after a cursor. The cursor contains the sort key, so that a late page is an index lookup like the first.
 * @throws AppError `bad_request`
 */
function afterCursor(cursor: string): Prisma.GenerationHistoryWhereInput {
  const { ms, id } = CURSOR.exec(cursor)?.groups ?? {};
  if (ms === undefined || id === undefined) throw new AppError("bad_request", "cursor is not valid");
  const at = new Date(Number(ms));
  return { createdAt: { lte: at }, OR: [{ createdAt: { lt: at } }, { id: { lt: id } }] };
}
