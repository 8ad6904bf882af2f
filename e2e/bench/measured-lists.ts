import type { Db, Statement } from "@app/db/client/db";
import { listAuditLog } from "@app/services/admin/audit-log";
import { type AdminLedgerFilter, listLedgerEntries } from "@app/services/admin/ledger";
import { listPayments } from "@app/services/admin/payments";
import { getDailyStatistics, getStatistics } from "@app/services/admin/statistics";
import { listUsers, type UserFilter } from "@app/services/admin/users";
import type { ServiceContext, UserContext } from "@app/services/context";
import { listOwnLedger } from "@app/services/ledger/own-ledger";

export interface MeasuredList {
  name: string;
  group: "ledger of all" | "ledger of one" | "users" | "others" | "statistics";
  ask: () => Promise<unknown>;
}

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** Every sort order, filter and search of the long lists, at the first page and a deep one; the short lists; the statistics. */
export function measuredLists(db: Db): MeasuredList[] {
  const ctx = contextOf(db);
  const ledger = (name: string, filter: AdminLedgerFilter): MeasuredList => ({
    name,
    group: filter.user === undefined ? "ledger of all" : "ledger of one",
    ask: () => listLedgerEntries(ctx, filter),
  });
  const own = (name: string, filter: Parameters<typeof listOwnLedger>[1]): MeasuredList => ({
    name,
    group: "ledger of one",
    ask: () => listOwnLedger(actingAs(ctx, "user-1"), filter),
  });
  const users = (name: string, filter: UserFilter): MeasuredList => ({
    name,
    group: "users",
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
    own("own, first page", {}),
    own("own, deep cursor", { cursor: "100000" }),
    own("own, instalments", { kind: "instalment" }),
    own("own, adjustments, deep cursor", { kind: "adjustment", cursor: "100000" }),
    own("own, old days", oldRange),
    users("created, first page", {}),
    users("created, deep cursor", { cursor: `${daysAgo(300).toISOString()} user-9` }),
    users("credits, first page", { sort: "credits" }),
    users("credits, deep cursor among a third who have none", { sort: "credits", cursor: "0 user-5" }),
    users("credits upwards, first page", { sort: "credits", direction: "asc" }),
    users("credits upwards, deep cursor", { sort: "credits", direction: "asc", cursor: "2500 user-5" }),
    users("last active, first page", { sort: "updatedAt" }),
    users("last active, deep cursor", { sort: "updatedAt", cursor: `${daysAgo(300).toISOString()} user-9` }),
    users("e-mail, first page", { sort: "email", direction: "asc" }),
    users("e-mail, deep cursor", { sort: "email", direction: "asc", cursor: "e000000000-5@example.com user-5" }),
    users("search one by part of the address", { search: "-77777@ex" }),
    users("search an address", { search: "22a4d9b04f-77777@example.com" }),
    users("search an address that nobody has", { search: "jane@example.com" }),
    users("search common part", { search: "example" }),
    users("search common part, by credits", { search: "example", sort: "credits" }),
    users("search part of a name", { search: "person abc" }),
    users("search two letters", { search: "ab" }),
    users("search without result", { search: "zzzzzz" }),
    users("search id", { search: "user-4711" }),
    { name: "payments, first page", group: "others", ask: () => listPayments(ctx, {}) },
    { name: "payments, search", group: "others", ask: () => listPayments(ctx, { search: "abc" }) },
    { name: "audit log, rare action", group: "others", ask: () => listAuditLog(ctx, { action: "user.ban" }) },
    { name: "of all time", group: "statistics", ask: () => getStatistics(ctx) },
    { name: "by day, 30 days", group: "statistics", ask: () => getDailyStatistics(ctx, { days: 30 }) },
    { name: "by day, 90 days", group: "statistics", ask: () => getDailyStatistics(ctx, { days: 90 }) },
  ];
}

/** A context with the database and the clock only: lists call no external service. */
function contextOf(db: Db): ServiceContext {
  return { db, now: () => new Date() } as ServiceContext;
}

function actingAs(ctx: ServiceContext, id: string): UserContext {
  return { ...ctx, actor: { id } as UserContext["actor"] };
}

type Client = { query(query: { text: string; values: unknown[] }): Promise<{ rows: Record<string, unknown>[] }> };

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: PlanNode[];
}

interface Explained {
  Plan: PlanNode;
  "Planning Time": number;
  "Execution Time": number;
}

/** Explains a statement. Returns its server time in milliseconds and the tables of its sequential scans. */
export async function explainAnalyze(
  client: Client,
  { sql, args }: Statement,
): Promise<{ tookMs: number; scanned: string[] }> {
  const text = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`;
  const { rows } = await client.query({ text, values: [...args] });
  const explained = (rows[0]?.["QUERY PLAN"] ?? []) as Explained[];
  return {
    tookMs: explained.reduce((sum, each) => sum + each["Planning Time"] + each["Execution Time"], 0),
    scanned: explained.flatMap(({ Plan: plan }) => sequentialScans(plan)),
  };
}

function sequentialScans(node: PlanNode): string[] {
  const own = node["Node Type"] === "Seq Scan" ? [node["Relation Name"] ?? ""] : [];
  return [...own, ...(node.Plans ?? []).flatMap(sequentialScans)];
}
