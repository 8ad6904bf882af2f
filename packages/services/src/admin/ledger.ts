import type { Prisma } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { apiKeyNames, type LedgerEntry, ledgerColumns } from "../ledger/list-ledger";
import { type LedgerVerification, verifyLedger } from "../ledger/verify-ledger";
import { cursorOf, invalidCursor, type Page, pageOf, readTimeCursor } from "../platform/pagination";
import { emailsOf, findUserId } from "./find-users";

const ENTRIES_PER_PAGE = 50;

/** An entry with the e-mail addresses of its user and of the administrator who made it, and with the name of its API key. */
export type AdminLedgerEntry = LedgerEntry & {
  userEmail: string;
  actorEmail: string | null;
  apiKeyName: string | null;
};

export interface AdminLedgerFilter {
  /** Id or e-mail address of a user; absent for the entries of all users. */
  user?: string | undefined;
  reason?: string | undefined;
  /** Entries written at or after this time. */
  from?: Date | undefined;
  /** Entries written before this time. */
  until?: Date | undefined;
  cursor?: string | undefined;
}

/**
 * Ledger entries of all users or of one, newest first. An unknown user has none.
 * @param entriesMax the page size
 */
export async function listLedgerEntries(
  ctx: ServiceContext,
  filter: AdminLedgerFilter,
  entriesMax: number = ENTRIES_PER_PAGE,
): Promise<Page<AdminLedgerEntry>> {
  const userId = filter.user === undefined ? undefined : await findUserId(ctx, filter.user);
  if (userId === null) return { items: [], nextCursor: null };
  const rows = await ctx.db.creditLedger.findMany({
    where: {
      AND: [
        userId === undefined ? {} : { userId },
        filter.reason === undefined ? {} : { reason: filter.reason },
        { createdAt: { ...(filter.from ? { gte: filter.from } : {}), ...(filter.until ? { lt: filter.until } : {}) } },
        filter.cursor === undefined ? {} : after(filter.cursor),
      ],
    },
    select: ledgerColumns,
    orderBy: [{ createdAt: "desc" }, { seq: "desc" }],
    take: entriesMax + 1,
  });
  const userIds = rows.flatMap((entry) => [entry.userId, entry.actorId]);
  const [emails, apiKeyName] = await Promise.all([emailsOf(ctx, userIds), apiKeyNames(ctx, rows)]);
  const items = rows.map((entry) => ({
    ...entry,
    userEmail: emails.get(entry.userId) ?? "",
    actorEmail: entry.actorId === null ? null : (emails.get(entry.actorId) ?? entry.actorId),
    apiKeyName: apiKeyName(entry),
  }));
  return pageOf(items, entriesMax, (entry) => cursorOf(entry.createdAt, String(entry.seq)));
}

const SEQ = /^\d{1,18}$/;

/** As `createdBefore`, with `seq` instead of the id. */
function after(cursor: string): Prisma.CreditLedgerWhereInput {
  const { at, id } = readTimeCursor(cursor);
  if (!SEQ.test(id)) throw invalidCursor();
  return { AND: [{ createdAt: { lte: at } }, { OR: [{ createdAt: { lt: at } }, { seq: { lt: BigInt(id) } }] }] };
}

/** `pnpm ledger:verify` lists up to 1,000. */
const DIFFERENCES_SHOWN_MAX = 50;

export interface LedgerCheck extends LedgerVerification {
  /** The number of differences, at most 1,000; `differences` has the first 50. */
  differenceCount: number;
}

/** Verifies the ledger for the admin page. Reads every entry. */
export async function checkLedger(ctx: ServiceContext): Promise<LedgerCheck> {
  const { differences, ...counts } = await verifyLedger(ctx.db);
  return { ...counts, differenceCount: differences.length, differences: differences.slice(0, DIFFERENCES_SHOWN_MAX) };
}
