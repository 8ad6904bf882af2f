import type { SubscriptionKey } from "@app/core/billing/catalogue";
import { seededRandom } from "@app/sandbox/testing/fault-tests";
import type { TestContext } from "../../test-context";

export const PLAN_KEYS: readonly SubscriptionKey[] = ["starter_monthly", "pro_monthly", "starter_yearly", "pro_yearly"];

/** What chance decides during one action. With 0 nothing goes wrong and each choice is the first one: fast-check shrinks towards that. */
export interface Luck {
  happens(percent: number): boolean;
  pick<T>(items: readonly T[]): T | undefined;
  integer(below: number): number;
}

export function luckOf(seed: number): Luck {
  const random = seed === 0 ? null : seededRandom(seed);
  return {
    happens: (percent) => random !== null && random.integer(100) < percent,
    pick: (items) => items[random?.integer(items.length) ?? 0],
    integer: (below) => random?.integer(below) ?? 0,
  };
}

/** The time, the luck and the written story of one customer. Service and provider share its clock. */
export class Life {
  luck = luckOf(0);
  /** Who acts. */
  actor = "";
  readonly #story: string[] = [];
  readonly #ctx: TestContext;

  constructor(ctx: TestContext, start: Date) {
    this.#ctx = ctx;
    ctx.setNow(start);
  }

  get now(): Date {
    return this.#ctx.now();
  }

  pass(ms: number): void {
    this.#ctx.setNow(new Date(this.now.getTime() + ms));
  }

  tell(what: string): void {
    this.#story.push(`${this.now.toISOString().slice(0, 19)} ${this.actor} ${what}`);
  }

  get story(): string {
    return this.#story.join("\n");
  }
}
