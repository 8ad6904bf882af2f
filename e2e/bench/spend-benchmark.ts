import { randomUUID } from "node:crypto";
import { createDb, type Db } from "@app/db/client/db";
import { spendCredits } from "@app/services/credits/spend-credits";
import { type BenchServer, USERS } from "./bench-database";
import { atLeast, atMost, type Benchmark, compared, type Finding } from "./benchmark";
import { applyLoad, interleave, type Load, runPgbench, scaledSeconds } from "./load";

/** What takes half a millisecond differs by a tenth from one moment to the next: many short rounds, so that both meet the same moments. */
const LONE_ROUNDS = 12;
const LONE_ROUND_SECONDS = scaledSeconds(2);
/** A process is asked for its first spend once, for others ever after: what is measured is one that has run. */
const WARM_UP_SECONDS = scaledSeconds(6);
const ROUNDS = 3;
const ROUND_SECONDS = scaledSeconds(8);
const HOT_HALF_SECONDS = scaledSeconds(30);
/** What the limits ask for: ten credits for a chat session that is there. */
const ORDER = { costCredits: 10, reason: "chat_usage", reference: "sess" } as const;
const LONE = 1;
const FEW = 8;
const MANY = 32;

const anyUser = () => String(1 + Math.floor(Math.random() * USERS));

/** A spend by itself, on 100,000 users and on one, against the database doing the same for pgbench. */
export const spendBenchmark = (server: BenchServer): Benchmark => ({
  name: "spend",
  run: async () => {
    const url = await server.createDatabase("spend");
    const db = createDb(url);
    try {
      return [...(await measureLone(db, url)), ...(await measureMany(db, url)), ...(await measureHotAccount(db, url))];
    } finally {
      await db.$disconnect();
    }
  },
});

async function measureLone(db: Db, url: string): Promise<Finding[]> {
  const alone = { clients: LONE, seconds: LONE_ROUND_SECONDS };
  await applyLoad({ clients: LONE, seconds: WARM_UP_SECONDS }, () => spend(db, anyUser()));
  const found = await interleave(LONE_ROUNDS, {
    one: () => runPgbench(url, "spend-one-statement", alone),
    lone: () => applyLoad(alone, () => spend(db, anyUser())),
  });
  return [
    atLeast(0.9, perSecond("a lone spend, against one statement of pgbench", found.lone, found.one)),
    // A few that a shared machine holds up for long press down the rate, and not equally for both: the median leaves them out.
    compared({
      what: "its median, against that statement's",
      measured: found.lone.p50Ms,
      limit: found.one.p50Ms,
      unit: "ms",
    }),
  ];
}

async function measureMany(db: Db, url: string): Promise<Finding[]> {
  const at = (clients: number) => ({ clients, seconds: ROUND_SECONDS });
  const found = await interleave(ROUNDS, {
    twoFew: () => runPgbench(url, "spend-two-statements", at(FEW)),
    few: () => applyLoad(at(FEW), () => spend(db, anyUser())),
    two: () => runPgbench(url, "spend-two-statements", at(MANY)),
    many: () => applyLoad(at(MANY), () => spend(db, anyUser())),
  });
  return [
    compared(perSecond("spends, 8 at once, against pgbench's two statements", found.few, found.twoFew)),
    atLeast(2, perSecond("spends, 32 at once, against pgbench's two statements", found.many, found.two)),
    atMost(0.5, { what: "their 99th percentile", measured: found.many.p99Ms, limit: found.two.p99Ms, unit: "ms" }),
  ];
}

async function measureHotAccount(db: Db, url: string): Promise<Finding[]> {
  const hot = (clients: number, seconds: number) => applyLoad({ clients, seconds }, () => spend(db, "1"));
  const limit = await runPgbench(url, "hot-account", { clients: MANY, seconds: HOT_HALF_SECONDS });
  const few = await hot(FEW, HOT_HALF_SECONDS);
  const first = await hot(MANY, HOT_HALF_SECONDS);
  const second = await hot(MANY, HOT_HALF_SECONDS);
  return [
    atLeast(5, perSecond("one hot account, 32 at once, against pgbench on the same", first, limit)),
    atLeast(1, perSecond("its spends at 32 at once, against those at 8", first, few)),
    atLeast(0.9, perSecond("its second half minute, against the first", second, first)),
  ];
}

const perSecond = (what: string, measured: Load, limit: Load) => ({
  what,
  measured: measured.perSecond,
  limit: limit.perSecond,
  unit: "/s",
});

async function spend(db: Db, userId: string): Promise<void> {
  // The spread comes last: in front of others, Node 20 takes a microsecond for each of them, and more between two sleeps.
  const { spent } = await spendCredits(db, {
    entryId: randomUUID(),
    userId,
    now: new Date(),
    claimedKey: undefined,
    ...ORDER,
  });
  if (!spent) throw new Error("A spend was refused");
}
