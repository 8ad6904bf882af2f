import type { UserContext } from "../context";
import { type Page, pageOf } from "../pages/page";
import { type GenerationSummary, generationColumns } from "./generation-summary";

const GENERATIONS_PER_PAGE = 24;

export interface GenerationFilter {
  type?: "image" | "video" | undefined;
  status?: "pending" | "processing" | "completed" | "failed" | undefined;
  cursor?: string | undefined;
}

/** The caller's images and videos, the newest first. */
export async function listGenerations(ctx: UserContext, filter: GenerationFilter): Promise<Page<GenerationSummary>> {
  const rows = await ctx.db.generationHistory.findMany({
    where: {
      userId: ctx.actor.id,
      ...(filter.type ? { type: filter.type } : {}),
      ...(filter.status ? { status: filter.status } : {}),
    },
    select: generationColumns,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: GENERATIONS_PER_PAGE + 1,
    ...(filter.cursor ? { cursor: { id: filter.cursor }, skip: 1 } : {}),
  });
  return pageOf(rows, GENERATIONS_PER_PAGE, (row) => row.id);
}
