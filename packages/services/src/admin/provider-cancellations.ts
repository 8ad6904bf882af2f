import { AppError, PublicError } from "@app/core/errors";
import { endSubscriptionAtProvider, NOT_CONFIRMED } from "../billing/subscriptions";
import type { ServiceContext } from "../context";
import type { JobPayloads } from "../platform/job-queue";

const FAILED_SHOWN_MAX = 50;

/** A subscription that an administrator has canceled but the provider may still charge. */
export interface FailedCancellation {
  subscriptionId: string;
  userId: string;
  userEmail: string;
  planKey: string;
  /** Why the last attempt failed. */
  error: string;
  /** When the administrator canceled. */
  canceledAt: Date | null;
}

/** The number of cancellations that failed at the provider, and the oldest 50. The job retries for three days. */
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

/** In these states the provider may still charge. */
export const OPEN_CANCELLATIONS: readonly string[] = ["queued", "failed"];

/**
 * Job: cancels a subscription at the provider immediately, after an administrator has canceled it here, and stores the result. Only the
 * provider's confirmation counts as canceled. A failure is stored for the admin page, and the queue retries it.
 */
export async function cancelAtProvider(
  ctx: ServiceContext,
  { subscriptionId }: JobPayloads["cancel-at-provider"],
): Promise<void> {
  const subscription = await ctx.db.subscription.findUnique({ where: { id: subscriptionId } });
  if (!subscription || !OPEN_CANCELLATIONS.includes(subscription.providerCancel ?? "")) return;
  const storeResult = (data: { providerCancel: string; providerCancelError: string | null }) =>
    ctx.db.subscription.updateMany({
      where: { id: subscriptionId, providerCancel: { in: [...OPEN_CANCELLATIONS] } },
      data: { ...data, updatedAt: ctx.now() },
    });
  try {
    if ((await endSubscriptionAtProvider(ctx, subscription, "immediate")) !== "canceled")
      throw new AppError("upstream_failed", NOT_CONFIRMED);
    await storeResult({ providerCancel: "done", providerCancelError: null });
  } catch (error) {
    await storeResult({ providerCancel: "failed", providerCancelError: reasonOf(error) });
    throw error;
  }
}

/** The message of an unexpected error is only logged, not shown. */
function reasonOf(error: unknown): string {
  return error instanceof PublicError ? error.message : "Unexpected error";
}
