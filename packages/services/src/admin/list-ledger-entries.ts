import type { ServiceContext } from "../context";
import type { LedgerEntry } from "../ledger/ledger-entry";
import { type LedgerFilter, listLedger } from "../ledger/list-ledger";
import type { Page } from "../pages/page";

/** An entry with whose it is. */
export type AdminLedgerEntry = LedgerEntry & { userEmail: string };

type AdminLedgerFilter = Omit<LedgerFilter, "userId"> & {
  /** Id or e-mail address of the one user whose entries are asked for. */
  user?: string | undefined;
};

/** Ledger entries of all users, or of one, the newest first. A user that does not exist has none. */
export async function listLedgerEntries(
  ctx: ServiceContext,
  filter: AdminLedgerFilter,
): Promise<Page<AdminLedgerEntry>> {
  const { user, ...rest } = filter;
  const userId = user === undefined ? undefined : await findUserId(ctx, user);
  if (userId === null) return { items: [], nextCursor: null };
  const page = await listLedger(ctx, { ...rest, userId });
  const emails = await emailsOf(
    ctx,
    page.items.map((entry) => entry.userId),
  );
  return { ...page, items: page.items.map((entry) => ({ ...entry, userEmail: emails.get(entry.userId) ?? "" })) };
}

async function findUserId(ctx: ServiceContext, user: string): Promise<string | null> {
  const email = user.trim().toLowerCase();
  const found = await ctx.db.user.findFirst({ where: { OR: [{ id: user }, { email }] }, select: { id: true } });
  return found?.id ?? null;
}

async function emailsOf(ctx: ServiceContext, userIds: readonly string[]): Promise<Map<string, string>> {
  const users = await ctx.db.user.findMany({
    where: { id: { in: [...new Set(userIds)] } },
    select: { id: true, email: true },
  });
  return new Map(users.map(({ id, email }) => [id, email]));
}
