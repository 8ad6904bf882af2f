import { type LedgerKind, reasonsOfKind } from "@app/core/ledger/ledger-reasons";
import { Prisma } from "@app/db/client/db";
import type { ServiceContext, UserContext } from "../context";
import { type Page, pageOf } from "../platform/pagination";

/** The columns of a ledger entry in lists. */
export const ledgerColumns = {
  id: true,
  seq: true,
  userId: true,
  delta: true,
  reason: true,
  paymentId: true,
  balanceAfter: true,
  actorId: true,
  apiKeyId: true,
  createdAt: true,
} as const satisfies Prisma.CreditLedgerSelect;

export type LedgerEntry = Prisma.CreditLedgerGetPayload<{ select: typeof ledgerColumns }>;

const ENTRIES_PER_PAGE = 50;

export interface LedgerFilter {
  userId?: string | undefined;
  reason?: string | undefined;
  kind?: LedgerKind | undefined;
  /** Id of an API key: the entries of what was spent with it. */
  apiKeyId?: string | undefined;
  /** Entries written at or after this time. */
  from?: Date | undefined;
  /** Entries written before this time. */
  until?: Date | undefined;
  /** `seq` of the last entry of the previous page. */
  cursor?: string | undefined;
}

/** Ledger entries in the order they were written, newest first. The caller checks who may read them. */
export async function listLedger(
  ctx: ServiceContext,
  filter: LedgerFilter,
  entriesPerPage = ENTRIES_PER_PAGE,
): Promise<Page<LedgerEntry>> {
  const { from, until } = filter;
  const rows =
    from && until
      ? await readRange(ctx, filter, { from, until }, entriesPerPage + 1)
      : await read(ctx, filter, entriesPerPage + 1);
  return pageOf(rows, entriesPerPage, (row) => String(row.seq));
}

function read(ctx: ServiceContext, filter: LedgerFilter, entriesMax: number): Promise<LedgerEntry[]> {
  return ctx.db.creditLedger.findMany({
    where: {
      ...(filter.userId ? { userId: filter.userId } : {}),
      ...(filter.reason ? { reason: filter.reason } : {}),
      ...(filter.kind ? { AND: { reason: reasonsOfKind(filter.kind) } } : {}),
      ...(filter.apiKeyId ? { apiKeyId: filter.apiKeyId } : {}),
      ...(filter.cursor ? { seq: { lt: BigInt(filter.cursor) } } : {}),
      createdAt: { ...(filter.from ? { gte: filter.from } : {}), ...(filter.until ? { lt: filter.until } : {}) },
    },
    select: ledgerColumns,
    orderBy: { seq: "desc" },
    take: entriesMax,
  });
}

/**
 * Selects the time range first and sorts it afterwards. Otherwise PostgreSQL scans back from the newest entry of all users, because it does
 * not know that `seq` and `createdAt` grow together.
 */
function readRange(
  ctx: ServiceContext,
  filter: LedgerFilter,
  { from, until }: { from: Date; until: Date },
  entriesMax: number,
): Promise<LedgerEntry[]> {
  const { userId, reason, kind, apiKeyId, cursor } = filter;
  const conditions = [
    Prisma.sql`"createdAt" >= ${from}::timestamptz AND "createdAt" < ${until}::timestamptz`,
    ...(userId ? [Prisma.sql`"userId" = ${userId}`] : []),
    ...(reason ? [Prisma.sql`reason = ${reason}`] : []),
    ...(kind ? [isOfKind(kind)] : []),
    ...(apiKeyId ? [Prisma.sql`"apiKeyId" = ${apiKeyId}`] : []),
    ...(cursor ? [Prisma.sql`seq < ${BigInt(cursor)}`] : []),
  ];
  return ctx.db.$queryRaw`
    WITH entry AS MATERIALIZED (SELECT ${COLUMNS} FROM credit_ledger WHERE ${Prisma.join(conditions, " AND ")})
    SELECT * FROM entry ORDER BY seq DESC LIMIT ${entriesMax}`;
}

function isOfKind(kind: LedgerKind): Prisma.Sql {
  const reasons = reasonsOfKind(kind);
  return "in" in reasons
    ? Prisma.sql`reason = ANY(${reasons.in}::text[])`
    : Prisma.sql`reason <> ALL(${reasons.notIn}::text[])`;
}

const COLUMNS = Prisma.raw(
  Object.keys(ledgerColumns)
    .map((column) => `"${column}"`)
    .join(", "),
);

/** Looks up the API keys of entries. @returns a function that gives the name of an entry's key; null without a key */
export async function apiKeyNames(
  ctx: ServiceContext,
  entries: readonly Pick<LedgerEntry, "apiKeyId">[],
): Promise<(entry: Pick<LedgerEntry, "apiKeyId">) => string | null> {
  const ids = new Set(entries.flatMap(({ apiKeyId }) => apiKeyId ?? []));
  if (ids.size === 0) return () => null;
  const keys = await ctx.db.apiKey.findMany({ where: { id: { in: [...ids] } }, select: { id: true, name: true } });
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  return ({ apiKeyId }) => (apiKeyId === null ? null : (names.get(apiKeyId) ?? apiKeyId));
}

const ENTRIES_PER_EXPORT_PAGE = 1_000;

/** The user's whole ledger, newest entries first, read page by page to bound the memory. */
export async function* exportLedger(
  ctx: UserContext,
  filter: Omit<LedgerFilter, "userId" | "cursor">,
): AsyncGenerator<(LedgerEntry & { apiKeyName: string | null })[]> {
  let cursor: string | undefined;
  do {
    const page = await listLedger(ctx, { ...filter, userId: ctx.actor.id, cursor }, ENTRIES_PER_EXPORT_PAGE);
    const nameOf = await apiKeyNames(ctx, page.items);
    yield page.items.map((entry) => ({ ...entry, apiKeyName: nameOf(entry) }));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
