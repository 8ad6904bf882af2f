import { AppError, PublicError } from "@app/core/errors";
import { endSubscriptionAtProvider } from "../billing/subscriptions";
import type { ServiceContext } from "../context";
import type { JobPayloads } from "../platform/job-queue";

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

/** Until one of these is over, the provider may still charge. */
const OPEN_CANCELLATIONS = ["queued", "failed"];

/**
 * Cancels at the provider what an administrator has canceled here, at once, and notes what became of it. Only the provider's own word
 * counts as canceled. A failure is kept for administrators to see, and is the queue's to retry.
 */
export async function cancelAtProvider(
  ctx: ServiceContext,
  { subscriptionId }: JobPayloads["cancel-at-provider"],
): Promise<void> {
  const subscription = await ctx.db.subscription.findUnique({ where: { id: subscriptionId } });
  if (!subscription || !OPEN_CANCELLATIONS.includes(subscription.providerCancel ?? "")) return;
  const note = (data: { providerCancel: string; providerCancelError: string | null }) =>
    ctx.db.subscription.updateMany({
      where: { id: subscriptionId, providerCancel: { in: OPEN_CANCELLATIONS } },
      data: { ...data, updatedAt: ctx.now() },
    });
  try {
    if (!(await endSubscriptionAtProvider(ctx, subscription, "immediate")))
      throw new AppError("upstream_failed", "The payment provider did not confirm the cancellation");
    await note({ providerCancel: "done", providerCancelError: null });
  } catch (error) {
    await note({ providerCancel: "failed", providerCancelError: reasonOf(error) });
    throw error;
  }
}

/** Of any other error only the log learns the words. */
function reasonOf(error: unknown): string {
  return error instanceof PublicError ? error.message : "Unexpected error";
}
