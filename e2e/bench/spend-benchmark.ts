import { randomUUID } from "node:crypto";
import { createDb, type Db } from "@app/db/client/db";
import { spendCredits } from "@app/services/credits/spend-credits";
import { type BenchServer, USERS } from "./bench-database";
import { atLeast, atMost, type Benchmark, compared, type Finding } from "./benchmark";
import { applyLoad, interleave, type Load, runPgbench, scaledSeconds } from "./load";
import { spendNaively } from "./naive/spend";

/** Half a millisecond varies by a tenth within seconds. Many short rounds give both the same conditions. */
const LONE_ROUNDS = 12;
const LONE_ROUND_SECONDS = scaledSeconds(2);
/** Until the code is compiled and the connections are open. */
const WARM_UP_SECONDS = scaledSeconds(6);
const ROUNDS = 3;
const ROUND_SECONDS = scaledSeconds(8);
const HOT_HALF_SECONDS = scaledSeconds(30);
/** The same spend as in pgbench's scripts: ten credits for a chat. */
const ORDER = { costCredits: 10, reason: "chat_usage", reference: "sess" } as const;
const LONE = 1;
const FEW = 8;
const MANY = 32;

const anyUser = () => String(1 + Math.floor(Math.random() * USERS));

/** Spends of 100,000 users and of one, against the same work by pgbench and by an interactive Prisma transaction (naive). */
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
    naive: () => applyLoad(alone, () => naiveSpend(db, anyUser())),
  });
  return [
    atLeast(0.6, perSecond("a lone spend, against one statement of pgbench", found.lone, found.one)),
    compared(perSecond("naive: the same spend in an interactive transaction", found.naive, found.one)),
    // A shared machine delays a few spends for long, which lowers the rate. The median ignores them.
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
    naive: () => applyLoad(at(MANY), () => naiveSpend(db, anyUser())),
  });
  return [
    compared(perSecond("spends, 8 at once, against pgbench's two statements", found.few, found.twoFew)),
    atLeast(2, perSecond("spends, 32 at once, against pgbench's two statements", found.many, found.two)),
    compared(perSecond("naive: the same spends in interactive transactions", found.naive, found.two)),
    atMost(0.5, { what: "their 99th percentile", measured: found.many.p99Ms, limit: found.two.p99Ms, unit: "ms" }),
  ];
}

async function measureHotAccount(db: Db, url: string): Promise<Finding[]> {
  const hot = (clients: number, seconds: number) => applyLoad({ clients, seconds }, () => spend(db, "1"));
  const limit = await runPgbench(url, "hot-account", { clients: MANY, seconds: HOT_HALF_SECONDS });
  const few = await hot(FEW, HOT_HALF_SECONDS);
  const first = await hot(MANY, HOT_HALF_SECONDS);
  const second = await hot(MANY, HOT_HALF_SECONDS);
  const naive = await applyLoad({ clients: MANY, seconds: HOT_HALF_SECONDS }, () => naiveSpend(db, "1"));
  return [
    atLeast(8, perSecond("one hot account, 32 at once, against pgbench on the same", first, limit)),
    compared(perSecond("naive: the same hot account", naive, limit)),
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
  const { spent } = await spendCredits(
    { db },
    {
      entryId: randomUUID(),
      userId,
      now: new Date(),
      claimedKey: undefined,
      ...ORDER,
    },
  );
  if (!spent) throw new Error("A spend was refused");
}

const naiveSpend = (db: Db, userId: string) => spendNaively(db, { userId, ...ORDER });
