import { randomUUID } from "node:crypto";
import type { TestApp } from "./start-test-app";
import { until } from "./until";

/**
 * Sends a request while another transaction is taking credits of the same user, and ends that one only once the request waits for
 * it: the request saw a balance that sufficed and finds one that does not.
 */
export async function overtake<T>(app: TestApp, userId: string, credits: number, send: () => Promise<T>): Promise<T> {
  const { answer } = await app.db.$transaction(async (tx) => {
    const user = await tx.user.update({ where: { id: userId }, data: { credits: { decrement: credits } } });
    await tx.creditLedger.create({
      data: { id: randomUUID(), userId, delta: -credits, reason: "test", balanceAfter: user.credits },
    });
    const sent = { answer: send() };
    await until("the request waits for the other transaction", () => someoneWaits(app));
    return sent;
  });
  return answer;
}

async function someoneWaits({ db }: TestApp): Promise<boolean> {
  const waiting = await db.$queryRaw<unknown[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return waiting.length > 0;
}
