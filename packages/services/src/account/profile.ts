import type { ChangeNameInput } from "@app/core/account/account-input";
import { RENEWING_STATUSES } from "@app/core/billing/subscription-status";
import type { UserContext } from "../context";

export interface AccountOverview {
  name: string | null;
  email: string;
  emailVerified: boolean;
  hasPassword: boolean;
  /** The credits that deleting the account would lose. */
  credits: number;
  createdAt: Date;
  /** Whether a subscription may still renew: it must be canceled before the account can be deleted. */
  hasLiveSubscription: boolean;
  isAdministrator: boolean;
}

/** The user's account for the settings page. */
export async function getAccount(ctx: UserContext): Promise<AccountOverview> {
  const userId = ctx.actor.id;
  const [user, live] = await Promise.all([
    ctx.db.user.findUniqueOrThrow({ where: { id: userId } }),
    ctx.db.subscription.findFirst({
      where: { userId, status: { in: [...RENEWING_STATUSES] } },
      select: { id: true },
    }),
  ]);
  const { name, email, emailVerified, credits, createdAt, passwordHash } = user;
  return {
    name,
    email,
    emailVerified,
    hasPassword: passwordHash !== null,
    credits,
    createdAt,
    hasLiveSubscription: live !== null,
    isAdministrator: ctx.actor.role === "admin",
  };
}

/** Changes the user's name. An empty name removes it. */
export async function changeName(ctx: UserContext, input: ChangeNameInput): Promise<{ name: string | null }> {
  return ctx.db.user.update({
    where: { id: ctx.actor.id },
    data: { name: input.name ?? null },
    select: { name: true },
  });
}
