import { randomUUID } from "node:crypto";
import type { Db } from "@app/db/client";
import { spendCredits } from "@app/services/credits/spend-credits";

const SPENDERS = 16;
const COST_CREDITS = 10;

/** Spends of any users without end, several at once, until told to stop. */
export function spendConcurrently(db: Db, users: number): { end(): Promise<number> } {
  let isEnding = false;
  let spent = 0;
  const spender = async () => {
    while (!isEnding) {
      const userId = String(1 + Math.floor(Math.random() * users));
      const order = { userId, costCredits: COST_CREDITS, reason: "chat_usage", reference: randomUUID() } as const;
      await spendCredits(db, { ...order, now: new Date(), claimedKey: undefined });
      spent += 1;
    }
  };
  const running = Promise.all(Array.from({ length: SPENDERS }, spender));
  // Who fails is told of at the end; until then nobody asks.
  running.catch(() => {});
  return {
    /** @returns how many there were */
    end: async () => {
      isEnding = true;
      await running;
      return spent;
    },
  };
}
