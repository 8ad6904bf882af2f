import { AppError } from "@app/core/errors";
import { type GenerationSettings, parseGenerationSettings } from "@app/core/generation/generation-settings";
import type { Prisma } from "@app/db/client/db";
import type { UserContext } from "../context";
import { refundEntryId } from "../credits/refund-charge";
import { type Page, pageOf } from "../platform/pagination";

const GENERATIONS_PER_PAGE = 24;

export interface GenerationFilter {
  type?: "image" | "video" | undefined;
  status?: "pending" | "processing" | "completed" | "failed" | undefined;
  /** Part of the prompt, whatever its case. */
  search?: string | undefined;
  /** Begun at or after this time. */
  from?: Date | undefined;
  /** Begun before this time. */
  until?: Date | undefined;
  cursor?: string | undefined;
}

/** The caller's images and videos but for the deleted, the newest first. */
export async function listGenerations(ctx: UserContext, filter: GenerationFilter): Promise<Page<GenerationSummary>> {
  const rows = await ctx.db.generationHistory.findMany({
    where: { AND: [{ userId: ctx.actor.id, deletedAt: null }, ...conditionsOf(filter)] },
    select: generationColumns,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: GENERATIONS_PER_PAGE + 1,
  });
  return pageOf(rows, GENERATIONS_PER_PAGE, generationCursor);
}

function conditionsOf(filter: GenerationFilter): Prisma.GenerationHistoryWhereInput[] {
  const { type, status, search, from, until, cursor } = filter;
  return [
    ...(type ? [{ type }] : []),
    ...(status ? [{ status }] : []),
    ...(search ? [{ prompt: { contains: likePattern(search), mode: "insensitive" as const } }] : []),
    ...(from ? [{ createdAt: { gte: from } }] : []),
    ...(until ? [{ createdAt: { lt: until } }] : []),
    ...(cursor ? [afterCursor(cursor)] : []),
  ];
}

export interface GenerationDetail extends GenerationSummary {
  /** Whether its credits came back after it failed. */
  refunded: boolean;
}

/**
 * One of the caller's images or videos.
 * @throws AppError `not_found`, also for what was deleted
 */
export async function getGeneration(ctx: UserContext, input: { id: string }): Promise<GenerationDetail> {
  const generation = await ctx.db.generationHistory.findFirst({
    where: { id: input.id, userId: ctx.actor.id, deletedAt: null },
    select: generationColumns,
  });
  if (!generation) throw new AppError("not_found", "Generation not found");
  const refunds = await ctx.db.creditLedger.count({ where: { id: refundEntryId(generation.id) } });
  return { ...generation, refunded: refunds > 0 };
}

/**
 * Hides one of the caller's images or videos for good. The row stays: the ledger refers to it, and what was spent stays spent.
 * @throws AppError `not_found`, or `conflict` while it is being made
 */
export async function deleteGeneration(ctx: UserContext, input: { id: string }): Promise<{ id: string }> {
  const own = { id: input.id, userId: ctx.actor.id, deletedAt: null };
  const { count } = await ctx.db.generationHistory.updateMany({
    where: { ...own, status: { in: ["completed", "failed"] } },
    data: { deletedAt: ctx.now() },
  });
  if (count > 0) return { id: input.id };
  if ((await ctx.db.generationHistory.count({ where: own })) === 0)
    throw new AppError("not_found", "Generation not found");
  throw new AppError("conflict", "What is still being made cannot be deleted");
}

/** All that is needed to ask for a generation once more. */
export interface EarlierGeneration extends GenerationSettings {
  id: string;
  prompt: string;
  /** Null where there was no reference, or one that was sent inline and not kept. */
  imageUrl: string | null;
}

/** What an image or video of the caller's was made from; null when the caller has no such generation. */
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

/** What lists show of a generation. */
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
  createdAt: true,
  updatedAt: true,
} as const satisfies Prisma.GenerationHistorySelect;

export type GenerationSummary = Prisma.GenerationHistoryGetPayload<{ select: typeof generationColumns }>;

/** Milliseconds since 1970 and the row's id. 15 digits are always a date, and one the database can hold. */
const CURSOR = /^(?<ms>\d{1,15})_(?<id>.+)$/;

/** Where in the history a page ended: after this row, the newest first. */
function generationCursor(row: { createdAt: Date; id: string }): string {
  return `${row.createdAt.getTime()}_${row.id}`;
}

/**
 * The rows after the cursor's. It carries the sort key itself, so a deep page is found in the index like the first.
 * @throws AppError `bad_request`
 */
function afterCursor(cursor: string): Prisma.GenerationHistoryWhereInput {
  const { ms, id } = CURSOR.exec(cursor)?.groups ?? {};
  if (ms === undefined || id === undefined) throw new AppError("bad_request", "cursor is not valid");
  const at = new Date(Number(ms));
  return { createdAt: { lte: at }, OR: [{ createdAt: { lt: at } }, { id: { lt: id } }] };
}

/** A pattern for "contains": the text's own wildcards stand for themselves. */
function likePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&");
}
