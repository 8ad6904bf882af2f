import { randomUUID } from "node:crypto";
import type { Tx } from "@app/db/client";
import type { TestApp } from "./start-test-app";
import { until } from "./until";

/**
 * Sends a request while another transaction is taking credits of the same user, and ends that one only once the request waits for
 * it: the request saw a balance that sufficed and finds one that does not.
 */
export function overtake<T>(app: TestApp, userId: string, credits: number, send: () => Promise<T>): Promise<T> {
  const takeCredits = async (tx: Tx) => {
    const user = await tx.user.update({ where: { id: userId }, data: { credits: { decrement: credits } } });
    await tx.creditLedger.create({
      data: { id: randomUUID(), userId, delta: -credits, reason: "test", balanceAfter: user.credits },
    });
  };
  return sendWhile(app, takeCredits, 1, send);
}

/** Sends requests that spend of one balance and lets them at it only once so many of them wait: all of these saw the same balance. */
export function crowd<T>(app: TestApp, userId: string, waitersMin: number, send: () => Promise<T>): Promise<T> {
  const lock = async (tx: Tx) => {
    await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${userId} FOR NO KEY UPDATE`;
  };
  return sendWhile(app, lock, waitersMin, send);
}

async function sendWhile<T>(
  app: TestApp,
  hold: (tx: Tx) => Promise<void>,
  waitersMin: number,
  send: () => Promise<T>,
): Promise<T> {
  const { answer } = await app.db.$transaction(async (tx) => {
    await hold(tx);
    const sent = { answer: send() };
    await until(`${waitersMin} requests wait`, async () => (await countWaiters(app)) >= waitersMin);
    return sent;
  });
  return answer;
}

async function countWaiters({ db }: TestApp): Promise<number> {
  const waiting = await db.$queryRaw<unknown[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return waiting.length;
}
