import type { Db } from "@app/db/client/db";
import { INTERRUPTED } from "@app/services/history/close-abandoned-generations";
import { verifyLedger } from "@app/services/ledger/verify-ledger";
import type { IdempotentRequest } from "./kill-traffic";
import type { Sale } from "./sales";
import { INSTALMENT_CREDITS, INSTALMENTS_DUE } from "./seed-customers";

const FAILED = 500;

/** Violations. Every count should be zero. */
export interface Faults {
  lost: string[];
  doubled: string[];
  open: string[];
  differences: string[];
  /** Responses that no caller may ever get. */
  wrong: string[];
}

export interface ExpectedOutcomes {
  sales: readonly Sale[];
  idempotentRequests: readonly IdempotentRequest[];
  /** Subscriptions with all instalments of a year due. */
  subscriptionIds: readonly string[];
}

/** Compares the responses that the senders got with the database. */
export async function auditOutcomes(db: Db, promised: ExpectedOutcomes): Promise<Faults> {
  const faults: Faults = { lost: [], doubled: [], open: [], differences: [], wrong: [] };
  await auditSales(db, promised.sales, faults);
  await auditCharges(db, promised.idempotentRequests, faults);
  await auditFailures(db, promised.idempotentRequests, faults);
  await auditInstalments(db, promised.subscriptionIds, faults);
  await auditUnfinished(db, promised.idempotentRequests, faults);
  const { differences } = await verifyLedger(db);
  for (const { check, id, expected, found } of differences)
    faults.differences.push(`${check}: ${id} expected ${expected}, found ${found}`);
  return faults;
}

async function auditSales(db: Db, sales: readonly Sale[], faults: Faults): Promise<void> {
  const payments = await db.payment.findMany();
  const byTransaction = new Map(payments.map((payment) => [payment.providerTransactionId, payment]));
  for (const { transactionId, userId, credits } of sales) {
    const payment = byTransaction.get(transactionId);
    byTransaction.delete(transactionId);
    if (payment?.userId !== userId || payment.creditsGranted !== credits) faults.lost.push(`payment ${transactionId}`);
  }
  for (const payment of byTransaction.values()) faults.doubled.push(`payment ${payment.id}`);
  const grants = await db.creditLedger.findMany({
    where: { reason: { in: ["one_time_pack", "subscription_cycle"] } },
    select: { id: true, paymentId: true },
  });
  for (const { id, paymentId } of grants) if (id !== paymentId) faults.doubled.push(`grant ${id}`);
  if (grants.length < sales.length) faults.lost.push(`${sales.length - grants.length} grants`);
}

/** Each request is charged at most once, and exactly once when its response was 200. */
async function auditCharges(db: Db, idempotentRequests: readonly IdempotentRequest[], faults: Faults): Promise<void> {
  const keys = await db.idempotencyKey.findMany({ select: { key: true, reference: true } });
  const references = new Map(keys.map(({ key, reference }) => [key, reference]));
  const charges = await db.creditLedger.findMany({ where: { delta: { lt: 0 } }, select: { id: true } });
  const charged = new Set<string | null>(charges.map(({ id }) => id));
  for (const { key, kind, status } of idempotentRequests) {
    const isCharged = charged.delete(references.get(key) ?? null);
    if (status === 200 && !isCharged) faults.lost.push(`${kind} ${key} succeeded and was not charged`);
  }
  for (const id of charged) faults.doubled.push(`charge ${id} that no request knows of`);
}

/** Only a request that a crash interrupted may fail: it was repeated after the maintenance job had closed its row. */
async function auditFailures(db: Db, idempotentRequests: readonly IdempotentRequest[], faults: Faults): Promise<void> {
  for (const { kind, key } of idempotentRequests.filter(({ status }) => status === FAILED)) {
    const charge = await db.idempotencyKey.findFirst({ where: { key }, select: { reference: true } });
    const id = charge?.reference ?? "";
    const row = await db.generationHistory.findUnique({ where: { id }, select: { error: true } });
    if (row?.error !== INTERRUPTED) faults.wrong.push(`${kind} ${key} failed: ${row?.error ?? "no row"}`);
  }
}

async function auditInstalments(db: Db, subscriptionIds: readonly string[], faults: Faults): Promise<void> {
  const sums = await db.creditLedger.groupBy({
    by: ["paymentId"],
    where: { reason: "subscription_schedule" },
    _sum: { delta: true },
  });
  const granted = new Map(sums.map(({ paymentId, _sum }) => [paymentId, _sum.delta ?? 0]));
  for (const id of subscriptionIds) {
    const missing = INSTALMENTS_DUE * INSTALMENT_CREDITS - (granted.get(id) ?? 0);
    if (missing > 0) faults.lost.push(`${missing} credits of ${id}`);
    if (missing < 0) faults.doubled.push(`${-missing} credits of ${id}`);
  }
}

async function auditUnfinished(
  db: Db,
  idempotentRequests: readonly IdempotentRequest[],
  faults: Faults,
): Promise<void> {
  const open = await db.generationHistory.findMany({ where: { status: { in: ["pending", "processing"] } } });
  for (const { id, type, status } of open) faults.open.push(`${type} ${id} ${status}`);
  for (const { kind, key, status } of idempotentRequests)
    if (status === null) faults.open.push(`${kind} ${key} unanswered`);
  const unsent = await db.payment.findMany({ where: { confirmationSentAt: null } });
  for (const { id } of unsent) faults.open.push(`mail for ${id}`);
}
