import type { Prisma } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { type LedgerEntry, ledgerColumns } from "../ledger/list-ledger";
import { type LedgerVerification, verifyLedger } from "../ledger/verify-ledger";
import { cursorOf, invalidCursor, type Page, pageOf, readTimeCursor } from "../platform/pagination";
import { emailsOf, findUserId } from "./find-users";

const ENTRIES_PER_PAGE = 50;

/** An entry with whose it is, and which administrator made it. */
export type AdminLedgerEntry = LedgerEntry & { userEmail: string; actorEmail: string | null };

export interface AdminLedgerFilter {
  /** Id or e-mail address of the one user whose entries are asked for. */
  user?: string | undefined;
  reason?: string | undefined;
  /** Entries written at or after this time. */
  from?: Date | undefined;
  /** Entries written before this time. */
  until?: Date | undefined;
  cursor?: string | undefined;
}

/**
 * Ledger entries of all users, or of one, the newest first. A user that does not exist has none.
 * @param entriesMax the page's size
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
  const emails = await emailsOf(
    ctx,
    rows.flatMap((entry) => [entry.userId, entry.actorId]),
  );
  const items = rows.map((entry) => ({
    ...entry,
    userEmail: emails.get(entry.userId) ?? "",
    actorEmail: entry.actorId === null ? null : (emails.get(entry.actorId) ?? entry.actorId),
  }));
  return pageOf(items, entriesMax, (entry) => cursorOf(entry.createdAt, String(entry.seq)));
}

const SEQ = /^\d{1,18}$/;

/** As `createdBefore`, with the order of writing in place of the id. */
function after(cursor: string): Prisma.CreditLedgerWhereInput {
  const { at, id } = readTimeCursor(cursor);
  if (!SEQ.test(id)) throw invalidCursor();
  return { AND: [{ createdAt: { lte: at } }, { OR: [{ createdAt: { lt: at } }, { seq: { lt: BigInt(id) } }] }] };
}

/** More than these nobody reads on a page; `pnpm ledger:verify` lists them. */
const SHOWN_MAX = 50;

export interface LedgerCheck extends LedgerVerification {
  /** How many there are; `differences` holds the first 50 of them. */
  differenceCount: number;
}

/** Whether all the money adds up, as an administrator sees it. Reads every entry there is. */
export async function checkLedger(ctx: ServiceContext): Promise<LedgerCheck> {
  const { differences, ...counts } = await verifyLedger(ctx.db);
  return { ...counts, differenceCount: differences.length, differences: differences.slice(0, SHOWN_MAX) };
}
