import type { ServiceContext } from "../context";
import { type GenerationSummary, generationColumns } from "../history/generation-summary";
import { createdBefore, cursorOf } from "../pages/keyset";
import { type Page, pageOf } from "../pages/page";

const GENERATIONS_PER_PAGE = 25;

export interface AdminGeneration extends GenerationSummary {
  /** When its owner removed it from the history. */
  deletedAt: Date | null;
  /** Whether its credits were returned. */
  isRefunded: boolean;
  /** Whether it failed with its credits spent and not yet returned. */
  isRefundable: boolean;
}

/** A user's images and videos, the newest first, each with what became of its credits. */
export async function listUserGenerations(
  ctx: ServiceContext,
  filter: { userId: string; cursor?: string | undefined },
): Promise<Page<AdminGeneration>> {
  const rows = await ctx.db.generationHistory.findMany({
    where: { AND: [{ userId: filter.userId }, createdBefore(filter.cursor)] },
    select: { ...generationColumns, deletedAt: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: GENERATIONS_PER_PAGE + 1,
  });
  const failed = rows.filter(({ status }) => status === "failed").map(({ id }) => id);
  const entries = await ctx.db.creditLedger.findMany({
    where: { userId: filter.userId, paymentId: { in: failed } },
    select: { paymentId: true, delta: true },
  });
  const idsWith = (isKind: (delta: number) => boolean) =>
    new Set(entries.filter(({ delta }) => isKind(delta)).map(({ paymentId }) => paymentId));
  const [spent, returned] = [idsWith((delta) => delta < 0), idsWith((delta) => delta > 0)];
  const items = rows.map((row) => ({
    ...row,
    isRefunded: returned.has(row.id),
    isRefundable: spent.has(row.id) && !returned.has(row.id),
  }));
  return pageOf(items, GENERATIONS_PER_PAGE, (row) => cursorOf(row.createdAt, row.id));
}
