import { randomUUID } from "node:crypto";
import type { Db, Tx } from "@app/db/client/db";
import type { TestApp } from "./app";
import { waitUntil } from "./wait-until";

/**
 * Sends a request while another transaction takes credits of the same user, and commits that transaction only when the
 * request waits for it: the request has read a sufficient balance and finds one that is not.
 */
export function sendDuringConcurrentSpend<T>(
  app: TestApp,
  userId: string,
  credits: number,
  send: () => Promise<T>,
): Promise<T> {
  const takeCredits = async (tx: Tx) => {
    const user = await tx.user.update({ where: { id: userId }, data: { credits: { decrement: credits } } });
    await tx.creditLedger.create({
      data: { id: randomUUID(), userId, delta: -credits, reason: "test", balanceAfter: user.credits },
    });
  };
  return sendWhile(app, takeCredits, 1, send);
}

/**
 * Sends requests that spend from one balance and holds them back until at least `seenMin` have looked their sessions
 * up: all of these have read the same balance.
 */
export function sendWhileBalanceIsLocked<T>(
  app: TestApp,
  userId: string,
  seenMin: number,
  send: () => Promise<T>,
): Promise<T> {
  const lock = async (tx: Tx) => {
    await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${userId} FOR NO KEY UPDATE`;
  };
  return sendWhile(app, lock, seenMin, send);
}

async function sendWhile<T>(
  app: TestApp,
  hold: (tx: Tx) => Promise<void>,
  seenMin: number,
  send: () => Promise<T>,
): Promise<T> {
  const { service } = app.deps;
  const { db } = service;
  const counting = countSessionLookups(db);
  Object.assign(service, { db: counting.db });
  try {
    const { response } = await app.db.$transaction(async (tx) => {
      await hold(tx);
      const sent = { response: send() };
      // Concurrent spends are batched, so that one statement may wait for all of them.
      await waitUntil(
        `${seenMin} requests wait`,
        async () => counting.lookUps() >= seenMin && (await countWaiters(app)) >= 1,
      );
      return sent;
    });
    return await response;
  } finally {
    Object.assign(service, { db });
  }
}

/** The client, and a count of the sessions that were looked up with it. */
function countSessionLookups(db: Db): { db: Db; lookUps: () => number } {
  let count = 0;
  const counting = new Proxy(db, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (name !== "$queryRaw" || typeof member !== "function") return member;
      return async (text: readonly string[], ...values: unknown[]) => {
        const rows = await Reflect.apply(member, target, [text, ...values]);
        const tokens = values.find((value) => Array.isArray(value));
        if (tokens && text.some((part) => part.includes("FROM session JOIN"))) count += tokens.length;
        return rows;
      };
    },
  });
  return { db: counting, lookUps: () => count };
}

async function countWaiters({ db }: TestApp): Promise<number> {
  const waiting = await db.$queryRaw<unknown[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return waiting.length;
}

/** Runs `act` while a table is missing, as an unexpected failure of the database. */
export async function withoutTable<T>(app: TestApp, table: string, act: () => Promise<T>): Promise<T> {
  await app.db.$executeRawUnsafe(`ALTER TABLE "${table}" RENAME TO "${table}_away"`);
  try {
    return await act();
  } finally {
    await app.db.$executeRawUnsafe(`ALTER TABLE "${table}_away" RENAME TO "${table}"`);
  }
}
