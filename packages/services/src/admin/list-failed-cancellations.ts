import type { ServiceContext } from "../context";

const FAILED_SHOWN_MAX = 50;

/** A subscription that an administrator canceled and the provider may still charge for. */
export interface FailedCancellation {
  subscriptionId: string;
  userId: string;
  userEmail: string;
  planKey: string;
  /** Why the last try failed. */
  error: string;
  /** When the administrator canceled. */
  canceledAt: Date | null;
}

/** Cancellations that have failed at the provider so far: how many, and the oldest 50. The job goes on trying for three days. */
export async function listFailedCancellations(
  ctx: ServiceContext,
): Promise<{ count: number; items: FailedCancellation[] }> {
  const where = { providerCancel: "failed" };
  const [count, rows] = await Promise.all([
    ctx.db.subscription.count({ where }),
    ctx.db.subscription.findMany({
      where,
      include: { user: { select: { email: true } } },
      orderBy: [{ providerCancelAt: "asc" }, { id: "asc" }],
      take: FAILED_SHOWN_MAX,
    }),
  ]);
  const items = rows.map((row) => ({
    subscriptionId: row.id,
    userId: row.userId,
    userEmail: row.user.email,
    planKey: row.planKey,
    error: row.providerCancelError ?? "Unexpected error",
    canceledAt: row.providerCancelAt,
  }));
  return { count, items };
}
