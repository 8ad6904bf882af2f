import { randomUUID } from "node:crypto";
import { CATALOGUE_KEYS, type CatalogueKey } from "@app/core/billing/catalogue";
import { IMAGE_SIZES } from "@app/core/image/image-input";
import type { RateLimit } from "@app/core/limits/rate-limits";
import { VIDEO_RESOLUTIONS } from "@app/core/video/video-choices";
import { createTestDatabase, type TestDatabase } from "@app/db/testing/test-database";
import pino from "pino";
import { afterAll, beforeAll } from "vitest";
import type { Caller } from "../src/account/sign-in-limits";
import type { Clients, ServiceContext, UserContext } from "../src/context";
import { LIMIT_NAMES, type LimitName, type Limits } from "../src/platform/limits";
import { NO_METRICS } from "../src/platform/metrics";

export const TEST_WEBHOOK_SECRET = "webhook-secret-for-tests";

export interface TestContext extends ServiceContext {
  databaseUrl: string;
  /** Sets the time that `now()` returns. */
  setNow(now: Date): void;
}

/** A context with a database of its own. Every client throws, unless the test sets one with `withClients`. */
export function useTestContext(): TestContext {
  const ctx = {} as TestContext;
  let database: TestDatabase | undefined;
  let current = new Date("2026-03-10T12:00:00.000Z");

  beforeAll(async () => {
    database = await createTestDatabase();
    const context: TestContext = {
      db: database.db,
      replica: database.db,
      databaseUrl: database.url,
      now: () => current,
      setNow: (now) => {
        current = now;
      },
      clients: unreachableClients(),
      config: {
        providerName: "creem",
        providerSimulate: false,
        unconfigured: new Set(),
        configurationProblems: [],
        webhookSecrets: [TEST_WEBHOOK_SECRET],
        productIds: Object.fromEntries(CATALOGUE_KEYS.map((key) => [key, key])) as Record<CatalogueKey, string>,
        checkoutReturnOrigins: null,
        appUrl: "http://localhost:3000",
        seller: { name: "Genmint", address: null, taxId: null },
        acceptDemoAccounts: false,
        authSecrets: ["auth-secret-for-tests-only"],
        textModels: [{ name: "text-model", credits: 10 }],
        imageChoices: { sizes: IMAGE_SIZES, defaultSize: "adaptive" },
        videoChoices: { maxDurationSeconds: 60, durations: null, resolutions: VIDEO_RESOLUTIONS },
        storagePublicUrl: null,
        moderatePrompts: false,
        refundFailedGenerations: false,
        subscriptionGraceDays: 7,
        grantsSchedule: "off",
        signUpCredits: 0,
        lowCreditsThreshold: 100,
        limits: null,
      },
      log: pino({ level: "silent" }),
      metrics: NO_METRICS,
      redactSecrets: (text) => text,
      writeAgainPausesMs: [10, 10],
    };
    Object.assign(ctx, context);
  });

  afterAll(() => database?.drop());
  return ctx;
}

function unreachableClients(): Clients {
  return new Proxy({} as Clients, {
    get: (_target, client) => {
      throw new Error(`This test has no client ${String(client)}`);
    },
  });
}

/** Creates a user whose balance has a ledger entry. Returns the id. */
export async function createUser(ctx: ServiceContext, credits = 0): Promise<string> {
  const id = randomUUID();
  await ctx.db.user.create({ data: { id, email: `${id}@example.com`, credits } });
  if (credits !== 0) {
    const entry = { id: randomUUID(), userId: id, delta: credits, reason: "test", balanceAfter: credits };
    await ctx.db.creditLedger.create({ data: entry });
  }
  return id;
}

/** The context of a request by this user. */
export async function actAs<Context extends ServiceContext>(
  ctx: Context,
  userId: string,
  idempotencyKey?: string,
): Promise<Context & UserContext> {
  const { id, email, name, credits, planKey, emailVerified, locale, role } = await ctx.db.user.findUniqueOrThrow({
    where: { id: userId },
  });
  const actor = {
    id,
    email,
    name,
    credits,
    planKey,
    emailVerified,
    locale,
    role: role === "admin" ? "admin" : "user",
  } as const;
  return { ...ctx, actor, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
}

/** The same context with these clients. All other clients still throw. */
export function withClients<Context extends ServiceContext>(ctx: Context, clients: Partial<Clients>): Context {
  return { ...ctx, clients: Object.assign(Object.create(ctx.clients), clients) };
}

/** The same rate for every limit. */
export function testLimits(rate: RateLimit, generationsAtOnceMax = 3): Limits {
  const rates = Object.fromEntries(LIMIT_NAMES.map((name) => [name, rate])) as Record<LimitName, RateLimit>;
  return { rates, generationsAtOnceMax };
}

/** A caller at this network address whose browser has never signed in. */
export const strangerAt = (clientAddress: string): Caller => ({ clientAddress, deviceCookie: null });

export const STRANGER = strangerAt("192.0.2.1");
