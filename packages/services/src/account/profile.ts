import type { ChangeMailsInput, ChangeNameInput } from "@app/core/account/account-input";
import type { AccountRefusal } from "@app/core/account/refusal";
import { RENEWING_STATUSES, renews } from "@app/core/billing/subscription-status";
import type { Tx } from "@app/db/client/db";
import { OPEN_CANCELLATIONS } from "../admin/provider-cancellations";
import type { Actor, ServiceContext, UserContext } from "../context";

export interface AccountOverview {
  name: string | null;
  email: string;
  emailVerified: boolean;
  hasPassword: boolean;
  /** The credits that deleting the account would lose. */
  credits: number;
  /** Instalments still to come, which deleting the account would lose too. */
  creditsToCome: number;
  createdAt: Date;
  /** Whether a mail is sent when spending takes the balance to the low threshold. */
  lowBalanceMails: boolean;
  lowBalanceThreshold: number;
  /** Why the account cannot be deleted at present; null when it can. */
  deletionObstacle: DeletionObstacle | null;
  isAdministrator: boolean;
}

/** The user's account for the settings page. */
export async function getAccount(ctx: UserContext): Promise<AccountOverview> {
  const userId = ctx.actor.id;
  const [user, deletionObstacle, toCome] = await Promise.all([
    ctx.db.user.findUniqueOrThrow({ where: { id: userId } }),
    findDeletionObstacle(ctx.db, userId),
    ctx.db.subscriptionCreditSchedule.aggregate({
      where: { userId, pausedAt: null },
      _sum: { totalCreditsRemaining: true },
    }),
  ]);
  const { name, email, emailVerified, credits, createdAt, passwordHash, lowBalanceMails } = user;
  return {
    name,
    email,
    emailVerified,
    hasPassword: passwordHash !== null,
    credits,
    creditsToCome: toCome._sum.totalCreditsRemaining ?? 0,
    createdAt,
    lowBalanceMails,
    lowBalanceThreshold: ctx.config.lowCreditsThreshold,
    deletionObstacle,
    isAdministrator: ctx.actor.role === "admin",
  };
}

type DeletionObstacle = Extract<AccountRefusal, "administrator" | "liveSubscription" | "cancellationOpen">;

/**
 * What keeps an account from being deleted. The provider may still charge while a subscription renews, and after an administrator's
 * cancellation until the provider has confirmed it. A payment for a deleted account would be granted to nobody.
 */
export async function findDeletionObstacle(
  db: Pick<Tx, "user" | "subscription">,
  userId: string,
): Promise<DeletionObstacle | null> {
  const { role } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { role: true } });
  if (role === "admin") return "administrator";
  const chargeable = await db.subscription.findMany({
    where: {
      userId,
      OR: [{ status: { in: [...RENEWING_STATUSES] } }, { providerCancel: { in: [...OPEN_CANCELLATIONS] } }],
    },
    select: { status: true },
  });
  if (chargeable.length === 0) return null;
  return chargeable.some(({ status }) => renews(status)) ? "liveSubscription" : "cancellationOpen";
}

/** Changes the user's name. An empty name removes it. */
export async function changeName(ctx: UserContext, input: ChangeNameInput): Promise<{ name: string | null }> {
  return ctx.db.user.update({
    where: { id: ctx.actor.id },
    data: { name: input.name ?? null },
    select: { name: true },
  });
}

/** Switches the user's mails on or off. Mails about payments and the account itself are always sent. */
export async function changeMails(ctx: UserContext, { lowBalance }: ChangeMailsInput): Promise<{ success: true }> {
  await ctx.db.user.update({ where: { id: ctx.actor.id }, data: { lowBalanceMails: lowBalance } });
  return { success: true };
}

/** Remembers the language of the pages that the user opens, for mails. */
export async function rememberLocale(
  { db }: Pick<ServiceContext, "db">,
  { id, locale }: Pick<Actor, "id" | "locale">,
  opened: string,
): Promise<void> {
  if (opened === (locale ?? DEFAULT_LOCALE)) return;
  // Not through the model, which would count it as activity of the user.
  await db.$executeRaw`UPDATE "user" SET locale = ${opened} WHERE id = ${id}`;
}

const DEFAULT_LOCALE = "en";
