import type { ChangeSubscriptionInput } from "@app/core/billing/change-subscription-input";
import { AppError } from "@app/core/errors";
import type { Tx } from "@app/db/client";
import type { UserContext } from "../context";
import { writeAudit } from "./write-audit";

/**
 * An administrator moves a user to another plan, or cancels. Grants nothing and deletes no schedule: instalments that were paid for
 * still come. Cancelling leaves the plan `free` whatever `planKey` says.
 * @throws AppError `not_found` for an unknown user
 */
export async function changeSubscription(
  ctx: UserContext,
  input: ChangeSubscriptionInput & { userId: string },
): Promise<{ success: true }> {
  const { userId, action } = input;
  const planKey = action === "cancel" ? "free" : input.planKey;
  const now = ctx.now();
  await ctx.db.$transaction(async (tx) => {
    await changeNewestSubscription(tx, { userId, planKey, now });
    const { count } = await tx.user.updateMany({ where: { id: userId }, data: { planKey, updatedAt: now } });
    if (count === 0) throw new AppError("not_found", "User not found");
    await writeAudit(tx, {
      actorId: ctx.actor.id,
      action: `subscription.${action}`,
      targetId: userId,
      detail: { planKey },
      now,
    });
  });
  return { success: true };
}

/** A subscription to the free plan is a canceled one. Events of the provider from before this moment no longer change it. */
async function changeNewestSubscription(tx: Tx, change: { userId: string; planKey: string; now: Date }): Promise<void> {
  const newest = await tx.subscription.findFirst({
    where: { userId: change.userId, status: { notIn: ["canceled", "expired"] } },
    orderBy: { currentPeriodEnd: "desc" },
    select: { id: true },
  });
  if (!newest) return;
  const data = change.planKey === "free" ? { status: "canceled" } : { planKey: change.planKey };
  await tx.subscription.update({
    where: { id: newest.id },
    data: { ...data, statusEventAt: change.now, updatedAt: change.now },
  });
}
