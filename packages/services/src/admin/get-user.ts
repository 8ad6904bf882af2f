import { AppError } from "@app/core/errors";
import type { ServiceContext } from "../context";
import { type GenerationSummary, generationColumns } from "../history/generation-summary";
import { type LedgerEntry, ledgerColumns } from "../ledger/ledger-entry";
import { type AdminUser, userColumns } from "./user-columns";

const SHOWN_MAX = 20;

export interface AdminUserDetail {
  user: AdminUser;
  ledger: LedgerEntry[];
  payments: {
    id: string;
    amountCents: number;
    currency: string;
    type: string;
    planKey: string | null;
    creditsGranted: number;
    createdAt: Date;
  }[];
  /** Those the user deleted as well. */
  generations: (GenerationSummary & { deletedAt: Date | null })[];
}

/**
 * A user with the newest of what belongs to it.
 * @throws AppError `not_found`
 */
export async function getUser(ctx: ServiceContext, input: { userId: string }): Promise<AdminUserDetail> {
  const user = await ctx.db.user.findUnique({ where: { id: input.userId }, select: userColumns });
  if (!user) throw new AppError("not_found", "User not found");
  const where = { userId: user.id };
  const [ledger, payments, generations] = await Promise.all([
    ctx.db.creditLedger.findMany({ where, select: ledgerColumns, orderBy: { seq: "desc" }, take: SHOWN_MAX }),
    ctx.db.payment.findMany({
      where,
      select: {
        id: true,
        amountCents: true,
        currency: true,
        type: true,
        planKey: true,
        creditsGranted: true,
        createdAt: true,
      },
      orderBy: { createdAt: "desc" },
      take: SHOWN_MAX,
    }),
    ctx.db.generationHistory.findMany({
      where,
      select: { ...generationColumns, deletedAt: true },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: SHOWN_MAX,
    }),
  ]);
  return { user, ledger, payments, generations };
}
