import { AppError } from "@app/core/errors";
import { creditsGrantedBy, takeBackEntryId } from "../billing/payments";
import type { ServiceContext, UserContext } from "../context";
import { grantCredits, runGrantingTransaction } from "../credits/grant-credits";
import { createdBefore, cursorOf, type Page, pageOf } from "../platform/pagination";
import { writeAudit } from "./audit-log";
import { paymentColumns } from "./payments";

const PAYMENTS_PER_PAGE = 20;

/** A payment that needs an administrator's attention. */
export interface PaymentCase {
  id: string;
  userId: string;
  userEmail: string;
  amountCents: number;
  /** What the buyer paid in all, tax included; null where no event says it. */
  paidCents: number | null;
  currency: string;
  /** "succeeded", "refunded" or "disputed". */
  status: string;
  planKey: string | null;
  /** The reason, such as a dispute. */
  attention: string;
  createdAt: Date;
  /** Credits that the purchase has granted so far, including instalments. */
  creditsGranted: number;
  /** Whether credits of it were taken back, and how many: of a yearly plan more may have been granted since. */
  isTakenBack: boolean;
  creditsTakenBack: number;
  /** The remaining instalments of the purchase; null when there are none. */
  schedule: { id: string; totalCreditsRemaining: number; isPaused: boolean; updatedAt: Date } | null;
}

/** Refunded, disputed and unusual payments that are still open, newest first. */
export async function listPaymentCases(
  ctx: ServiceContext,
  filter: { cursor?: string | undefined },
): Promise<Page<PaymentCase>> {
  const rows = await ctx.db.payment.findMany({
    where: { AND: [{ attention: { not: null } }, createdBefore(filter.cursor)] },
    select: { ...paymentColumns, attention: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: PAYMENTS_PER_PAGE + 1,
  });
  const { items, nextCursor } = pageOf(rows, PAYMENTS_PER_PAGE, (row) => cursorOf(row.createdAt, row.id));
  return { items: await Promise.all(items.map((row) => caseOf(ctx, row))), nextCursor };
}

type CaseRow = Omit<
  PaymentCase,
  "userEmail" | "attention" | "creditsGranted" | "isTakenBack" | "creditsTakenBack" | "schedule"
> & {
  attention: string | null;
  user: { email: string };
};

async function caseOf({ db }: ServiceContext, row: CaseRow): Promise<PaymentCase> {
  const { id, userId, amountCents, paidCents, currency, status, planKey, createdAt } = row;
  const [creditsGranted, takenBack, schedule] = await Promise.all([
    creditsGrantedBy(db, id),
    db.creditLedger.findUnique({ where: { id: takeBackEntryId(id) }, select: { delta: true } }),
    db.subscriptionCreditSchedule.findFirst({ where: { paymentId: id } }),
  ]);
  return {
    ...{ id, userId, amountCents, paidCents, currency, status, planKey, createdAt, creditsGranted },
    userEmail: row.user.email,
    attention: row.attention ?? "",
    isTakenBack: takenBack !== null,
    creditsTakenBack: -(takenBack?.delta ?? 0),
    schedule: schedule && {
      id: schedule.id,
      totalCreditsRemaining: schedule.totalCreditsRemaining,
      isPaused: schedule.pausedAt !== null,
      updatedAt: schedule.updatedAt,
    },
  };
}

interface TakeBackInput {
  paymentId: string;
  /** Everything that the purchase has granted, when absent. */
  credits?: number | undefined;
  /** The reason and the granted credits that the administrator has seen. A dispute may be won, and an instalment granted, meanwhile. */
  attention?: string | undefined;
  seenGranted?: number | undefined;
}

/**
 * Admin action: takes back credits of a payment that was refunded, disputed or flagged, once, and at most what the purchase has granted. The
 * balance may go below zero.
 * @throws AppError `not_found`; `bad_request` for a payment that succeeded and needs no attention, or for more credits than it granted; `conflict` when
 *   credits were taken back before, or the case is not the one that the administrator has seen
 */
export async function takeBackCredits(ctx: UserContext, input: TakeBackInput): Promise<{ credits: number }> {
  const now = ctx.now();
  return runGrantingTransaction(ctx, async (tx) => {
    const [payment] = await tx.$queryRaw<{ userId: string; status: string; attention: string | null }[]>`
      SELECT "userId", status, attention FROM payment WHERE id = ${input.paymentId} FOR NO KEY UPDATE`;
    if (!payment) throw new AppError("not_found", "Payment not found");
    const entryId = takeBackEntryId(input.paymentId);
    if (await tx.creditLedger.findUnique({ where: { id: entryId }, select: { id: true } }))
      throw new AppError("conflict", "These credits were taken back already");
    if (payment.status === "succeeded" && payment.attention === null)
      throw new AppError("bad_request", "The money of this payment did not go back");
    requireSeen(payment.attention, input.attention);
    // Locks the schedule before it reads the sum, so that no instalment is granted between the sum and the entry.
    await tx.$queryRaw`SELECT id FROM subscription_credit_schedule WHERE "paymentId" = ${input.paymentId} FOR UPDATE`;
    const granted = await creditsGrantedBy(tx, input.paymentId);
    if ((input.seenGranted ?? granted) !== granted)
      throw new AppError("conflict", "This payment has granted other credits by now");
    const credits = input.credits ?? granted;
    if (credits > granted)
      throw new AppError("bad_request", `credits must not exceed the ${granted} that were granted`);
    const { userId } = payment;
    const { id: actorId } = ctx.actor;
    const entry = { entryId, userId, delta: -credits, reason: "refund", reference: input.paymentId, actorId };
    const balances = await grantCredits(tx, [entry], now);
    await tx.payment.update({ where: { id: input.paymentId }, data: { attention: null } });
    const detail = { paymentId: input.paymentId, credits, balanceAfter: balances.get(userId) ?? null };
    await writeAudit(tx, { actorId, action: "payment.take_back", targetId: userId, detail, now });
    return { credits };
  });
}

/** An administrator decides about the reason that the page shows. Another one that has come meanwhile, such as a dispute, stays open. */
function requireSeen(attention: string | null, seen: string | undefined): void {
  if (attention !== null && seen !== undefined && attention !== seen)
    throw new AppError("conflict", "This payment needs attention for another reason by now");
}

interface DismissInput {
  paymentId: string;
  /** The reason that the administrator has seen. */
  attention?: string | undefined;
}

/**
 * Admin action: marks a payment as dealt with.
 * @throws AppError `not_found`, or `conflict` when it needs attention for another reason by now
 */
export async function dismissPaymentCase(ctx: UserContext, input: DismissInput): Promise<{ success: true }> {
  const now = ctx.now();
  await ctx.db.$transaction(async (tx) => {
    const [payment] = await tx.$queryRaw<{ userId: string; attention: string | null }[]>`
      SELECT "userId", attention FROM payment WHERE id = ${input.paymentId} FOR NO KEY UPDATE`;
    if (!payment) throw new AppError("not_found", "Payment not found");
    requireSeen(payment.attention, input.attention);
    // Already dismissed, by another administrator or by a request whose response was lost. The audit log has one entry.
    if (payment.attention === null) return;
    await tx.payment.update({ where: { id: input.paymentId }, data: { attention: null } });
    const detail = { paymentId: input.paymentId, attention: payment.attention };
    await writeAudit(tx, { actorId: ctx.actor.id, action: "payment.dismiss", targetId: payment.userId, detail, now });
  });
  return { success: true };
}

interface PauseInput {
  scheduleId: string;
  isPaused: boolean;
  /** The `updatedAt` that the administrator has seen. Nothing is resumed when a refund or a dispute has come since. */
  seenUpdatedAt?: Date | undefined;
}

/**
 * Admin action: pauses or resumes the instalments of a yearly plan. After a resume the next run grants the instalments that have become due.
 * @throws AppError `not_found` when the schedule does not exist or is finished, `conflict` for resuming one that is not as it was seen
 */
export async function pauseSchedule(ctx: UserContext, input: PauseInput): Promise<{ success: true }> {
  const now = ctx.now();
  const pause = input.isPaused ? { pausedAt: now, pauseReason: "admin" } : { pausedAt: null, pauseReason: null };
  await ctx.db.$transaction(async (tx) => {
    const [schedule] = await tx.$queryRaw<LockedSchedule[]>`
      SELECT "userId", "subscriptionId", "pauseReason", "updatedAt" FROM subscription_credit_schedule WHERE id = ${input.scheduleId} FOR UPDATE`;
    if (!schedule) throw new AppError("not_found", "Schedule not found");
    // Already in this state, by another administrator or by a request whose response was lost. The audit log has one entry.
    if (schedule.pauseReason === pause.pauseReason) return;
    const { updatedAt } = schedule;
    if (!input.isPaused && (input.seenUpdatedAt ?? updatedAt).getTime() !== updatedAt.getTime())
      throw new AppError("conflict", "These instalments have changed in the meantime");
    await tx.subscriptionCreditSchedule.update({ where: { id: input.scheduleId }, data: { ...pause, updatedAt: now } });
    await writeAudit(tx, {
      actorId: ctx.actor.id,
      action: input.isPaused ? "schedule.stop" : "schedule.resume",
      targetId: schedule.userId,
      detail: { subscriptionId: schedule.subscriptionId },
      now,
    });
  });
  return { success: true };
}

interface LockedSchedule {
  userId: string;
  subscriptionId: string;
  pauseReason: string | null;
  updatedAt: Date;
}
