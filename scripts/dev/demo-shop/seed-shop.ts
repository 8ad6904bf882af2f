import path from "node:path";
import { DEMO_ACCOUNTS, demoAccountId } from "@app/db/cli/demo-accounts";
import { seedDatabase } from "@app/db/cli/initial-accounts";
import { createDb, type Db } from "@app/db/client/db";
import { createRandom, type Random } from "@app/sandbox/demo/random";
import { openPaymentArchive } from "@app/sandbox/payments/payment-archive";
import { refundGeneration } from "@app/services/admin/generations";
import { takeBackCredits } from "@app/services/admin/payment-cases";
import { banUser } from "@app/services/admin/user-actions";
import type { UserContext } from "@app/services/context";
import { adjustCredits } from "@app/services/credits/adjust-credits";
import { NAMES, STORIES } from "./cast";
import { type Customer, planPurchases, planWork, type Shop, withMoney } from "./customers";
import { planDemoCustomer } from "./demo-customer";
import { writeDemoFiles } from "./demo-files";
import { actAsAdmin, createPastContext } from "./past-context";
import { PastProvider } from "./provider";
import { DAY_MS, HOUR_MS, later, MINUTE_MS, Timeline } from "./timeline";
import { WorkLog } from "./work-log";

const OPEN_DAYS = 98;
const SIGN_UP_CREDITS = 50;
const SEED = 20_261;
/** Only between the seed and itself: the sandbox signs with another one when it runs. */
const WEBHOOK_SECRET = "the past of the demo";

/**
 * Fills the demo with three months of a shop: customers, payments, works and chats, up to now. Does nothing where somebody has paid
 * before, apart from the addresses of stored files. Money and credits move through the use cases and the sandbox's payment provider; works are written with their spends.
 */
export async function seedShop(target: {
  databaseUrl: string;
  sandboxDir: string;
  /** Where the sandbox serves its stored files. */
  storageUrl: string;
  now: Date;
}): Promise<void> {
  const db = createDb(withoutWaitingForDisk(target.databaseUrl));
  try {
    if ((await db.payment.count()) > 0) return await followStorage(db, target.storageUrl);
    await Promise.all([writeDemoFiles(target.sandboxDir, target.now), writePast(db, target)]);
  } finally {
    await db.$disconnect();
  }
}

/** The sandbox may have another port than the last time. Browsers would not load files from the old one. */
async function followStorage(db: Db, storageUrl: string): Promise<void> {
  const { origin, pathname } = new URL(storageUrl);
  const stored = `^http://127\\.0\\.0\\.1:\\d+(${pathname}/.*)$`;
  await db.$executeRaw`
    UPDATE generation_history SET
      "resultUrl" = regexp_replace("resultUrl", ${stored}, ${`${origin}\\1`}),
      "imageUrl" = regexp_replace("imageUrl", ${stored}, ${`${origin}\\1`})
    WHERE concat_ws(' ', "resultUrl", "imageUrl") LIKE ${`%${pathname}/%`}
      AND concat_ws(' ', "resultUrl", "imageUrl") NOT LIKE ${`%${storageUrl}/%`}`;
}

/** The seed can be repeated, so its commits need not be on disk one by one. */
function withoutWaitingForDisk(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set("options", "-c synchronous_commit=off");
  return url.href;
}

async function writePast(db: Db, target: { sandboxDir: string; storageUrl: string; now: Date }): Promise<void> {
  const opening = later(target.now, -OPEN_DAYS * DAY_MS);
  await seedDatabase(db, opening);
  const archive = await openPaymentArchive(path.join(target.sandboxDir, "payments.bin"));
  const timeline = new Timeline(opening, target.now);
  const ctx = createPastContext(db, timeline.now, WEBHOOK_SECRET);
  const random = createRandom(SEED);
  const log = new WorkLog(db, random, (key) => `${target.storageUrl}/${key}`);
  const shop: Shop = { ctx, timeline, random, log, provider: new PastProvider(ctx, archive.state, WEBHOOK_SECRET) };
  await log.readBalances();

  const admin = await actAsAdmin(ctx, demoAccountId(accountOf("admin").email));
  planDemoCustomer(shop, accountOf("user"));
  for (const [customer, joinedAt] of customersOf(random, opening, target.now))
    planCustomer(shop, admin, customer, joinedAt);
  planAdministration(shop, admin, target.now);
  await timeline.run();
  await log.flush();
  await dropJobs(db);
  await archive.save();
}

function accountOf(role: "admin" | "user"): Customer {
  const account = DEMO_ACCOUNTS.find((one) => one.role === role);
  if (!account) throw new Error(`There is no demo account for the role ${role}`);
  const { name, email } = account;
  return { id: demoAccountId(email), name, email, isChinese: false, story: {} };
}

/** The customers and when they sign up: more each month. */
function customersOf(random: Random, opening: Date, now: Date): [Customer, Date][] {
  return STORIES.map((story, index) => {
    const entry = NAMES[index] ?? "";
    const [name, latin] = typeof entry === "string" ? [entry, entry] : entry;
    const mailbox = latin.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll(" ", ".");
    const customer = {
      id: `demo-customer-${index + 1}`,
      name,
      email: `${mailbox}@example.com`,
      isChinese: name !== latin,
      story,
    };
    const joinedDaysAgo = story.joinedDaysAgo ?? 1 + (OPEN_DAYS - 3) * (1 - Math.sqrt(random.next()));
    const joinedAt = later(now, -joinedDaysAgo * DAY_MS - random.between(1, 9) * HOUR_MS);
    return [customer, joinedAt < opening ? opening : joinedAt];
  });
}

function planCustomer(shop: Shop, admin: UserContext, customer: Customer, joinedAt: Date): void {
  const { timeline, log } = shop;
  timeline.plan(joinedAt, () => {
    const { id, name, email } = customer;
    log.signUp({ id, name, email, credits: SIGN_UP_CREDITS, at: joinedAt });
    planWork(shop, customer, later(joinedAt, 5 * MINUTE_MS));
  });
  planPurchases(shop, customer, joinedAt);
  if (customer.story.banned)
    timeline.plan(later(joinedAt, 4 * DAY_MS), () =>
      withMoney(log, () => banUser(admin, { userId: customer.id, reason: "Resold accounts", expires: undefined })),
    );
}

/** What the administrator does: thanks, refunds and credits taken back. */
function planAdministration({ ctx, timeline, log, random }: Shop, admin: UserContext, now: Date): void {
  const some = async () =>
    random.pick(
      await ctx.db.user.findMany({ where: { role: "user", planKey: { not: "free" } }, orderBy: { id: "asc" } }),
    );
  for (const [daysAgo, amount, reason] of [
    [63, 100, "compensation"],
    [41, 50, "bonus"],
    [12, 200, "compensation"],
  ] as const)
    timeline.plan(later(now, -daysAgo * DAY_MS), () =>
      withMoney(log, async () => adjustCredits(admin, { userId: (await some()).id, amount, reason })),
    );
  timeline.plan(later(now, -18 * DAY_MS), () =>
    withMoney(log, async () => {
      const refunded = await ctx.db.payment.findFirst({ where: { status: "refunded" }, orderBy: { createdAt: "asc" } });
      if (refunded) await takeBackCredits(admin, { paymentId: refunded.id });
    }),
  );
  timeline.plan(later(now, -6 * DAY_MS), async () => {
    const user = await some();
    if (log.balanceOf(user.id) < 20) return;
    const failed = { userId: user.id, work: { prompt: "A glass greenhouse in the rain", key: "" }, at: timeline.now() };
    const generationId = log.generate("image", { ...failed, fails: true, keepsCharge: true });
    if (generationId) await withMoney(log, () => refundGeneration(admin, { generationId }));
  });
}

/** Drops the jobs that the past has queued: nobody waits for a mail of three months ago. Runs before any worker. */
async function dropJobs(db: Db): Promise<void> {
  await db.$queryRaw`SELECT count(*) FROM graphile_worker.complete_jobs(ARRAY(SELECT id FROM graphile_worker.jobs))`;
  await db.$executeRaw`UPDATE payment SET "confirmationSentAt" = "createdAt" WHERE "confirmationSentAt" IS NULL`;
}
