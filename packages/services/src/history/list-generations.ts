import type { Prisma } from "@app/db/client";
import type { UserContext } from "../context";
import { type Page, pageOf } from "../pages/page";
import { afterCursor, generationCursor } from "./generation-cursor";
import { type GenerationSummary, generationColumns } from "./generation-summary";
import { likePattern } from "./like-pattern";

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
