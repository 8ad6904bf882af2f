import type { Db } from "@app/db/client";
import { getDailyStatistics } from "@app/services/admin/get-daily-statistics";
import { getStatistics } from "@app/services/admin/get-statistics";
import { listAuditLog } from "@app/services/admin/list-audit-log";
import { type AdminLedgerFilter, listLedgerEntries } from "@app/services/admin/list-ledger-entries";
import { listPayments } from "@app/services/admin/list-payments";
import { listUsers, type UserFilter } from "@app/services/admin/list-users";
import type { ServiceContext } from "@app/services/context";

export interface MeasuredList {
  name: string;
  /** Whether its limit is that of a page of a list: a step of the file is longer, the statistics read everything there is. */
  isList: boolean;
  ask: () => Promise<unknown>;
}

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** Every order, filter and search of the two long lists, each at its first page and deep inside, and a look at the others. */
export function adminLists(db: Db): MeasuredList[] {
  const ctx = contextOf(db);
  const ledger = (name: string, filter: AdminLedgerFilter): MeasuredList => ({
    name: `ledger: ${name}`,
    isList: true,
    ask: () => listLedgerEntries(ctx, filter),
  });
  const users = (name: string, filter: UserFilter): MeasuredList => ({
    name: `users: ${name}`,
    isList: true,
    ask: () => listUsers(ctx, filter),
  });
  const deep = `${daysAgo(300).toISOString()} 100000`;
  const oldRange = { from: daysAgo(320), until: daysAgo(290) };
  return [
    ledger("first page", {}),
    ledger("deep cursor", { cursor: deep }),
    ledger("heavy user", { user: "user-1" }),
    ledger("heavy user, deep cursor", { user: "user-1", cursor: deep }),
    ledger("heavy user, old days", { user: "user-1", ...oldRange }),
    ledger("heavy user, rare reason", { user: "user-1", reason: "compensation" }),
    ledger("heavy user, reason without entries", { user: "user-1", reason: "nothing" }),
    ledger("light user", { user: "user-77" }),
    ledger("common reason", { reason: "chat_usage" }),
    ledger("common reason, deep cursor", { reason: "chat_usage", cursor: deep }),
    ledger("rare reason", { reason: "compensation" }),
    ledger("reason without entries", { reason: "nothing" }),
    ledger("old days", oldRange),
    ledger("old days, common reason", { ...oldRange, reason: "image_generation" }),
    ledger("old days, rare reason", { ...oldRange, reason: "compensation" }),
    ledger("days before there was any", { until: daysAgo(1_000) }),
    {
      name: "ledger: a step of the file, deep",
      isList: false,
      ask: () => listLedgerEntries(ctx, { cursor: deep }, 1_000),
    },
    users("created, first page", {}),
    users("created, deep cursor", { cursor: `${daysAgo(300).toISOString()} user-9` }),
    users("credits, first page", { sort: "credits" }),
    users("credits, deep cursor among a third who have none", { sort: "credits", cursor: "0 user-5" }),
    users("credits upwards, deep cursor", { sort: "credits", direction: "asc", cursor: "2500 user-5" }),
    users("last active, first page", { sort: "updatedAt" }),
    users("last active, deep cursor", { sort: "updatedAt", cursor: `${daysAgo(300).toISOString()} user-9` }),
    users("e-mail, first page", { sort: "email", direction: "asc" }),
    users("e-mail, deep cursor", { sort: "email", direction: "asc", cursor: "e000000000-5@example.com user-5" }),
    users("search one by part of the address", { search: "-77777@ex" }),
    users("search common part", { search: "example" }),
    users("search common part, by credits", { search: "example", sort: "credits" }),
    users("search part of a name", { search: "person abc" }),
    users("search two letters", { search: "ab" }),
    users("search without result", { search: "zzzzzz" }),
    users("search id", { search: "user-4711" }),
    { name: "payments: first page", isList: true, ask: () => listPayments(ctx, {}) },
    { name: "payments: search", isList: true, ask: () => listPayments(ctx, { search: "abc" }) },
    { name: "audit log: rare action", isList: true, ask: () => listAuditLog(ctx, { action: "user.ban" }) },
    { name: "statistics", isList: false, ask: () => getStatistics(ctx) },
    { name: "statistics over 90 days", isList: false, ask: () => getDailyStatistics(ctx, { days: 90 }) },
  ];
}

/** The lists need the database and the time; the outside world is not here. */
function contextOf(db: Db): ServiceContext {
  return { db, now: () => new Date() } as ServiceContext;
}
