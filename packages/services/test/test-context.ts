import { randomUUID } from "node:crypto";
import { CATALOGUE_KEYS, type CatalogueKey } from "@app/core/catalogue/plans";
import { IMAGE_SIZES } from "@app/core/image/image-sizes";
import { VIDEO_RESOLUTIONS } from "@app/core/video/video-choices";
import { createTestDatabase, type TestDatabase } from "@app/db/test-database";
import pino from "pino";
import { afterAll, beforeAll } from "vitest";
import type { Clients, ServiceContext } from "../src/context";

export const TEST_WEBHOOK_SECRET = "webhook-secret-for-tests";

export interface TestContext extends ServiceContext {
  databaseUrl: string;
  /** What `now()` answers from here on. */
  setNow(now: Date): void;
}

/** Use cases over a database of their own. The outside world is not here: a test that reaches for it fails. */
export function useTestContext(): TestContext {
  const ctx = {} as TestContext;
  let database: TestDatabase | undefined;
  let current = new Date("2026-03-10T12:00:00.000Z");

  beforeAll(async () => {
    database = await createTestDatabase();
    const context: TestContext = {
      db: database.db,
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
        webhookSecret: TEST_WEBHOOK_SECRET,
        productIds: Object.fromEntries(CATALOGUE_KEYS.map((key) => [key, key])) as Record<CatalogueKey, string>,
        checkoutReturnOrigins: null,
        appUrl: "http://localhost:3000",
        acceptDemoAccounts: false,
        authSecret: "auth-secret-for-tests-only",
        imageChoices: { sizes: IMAGE_SIZES, defaultSize: "adaptive" },
        videoChoices: { maxDurationSeconds: 60, durations: null, resolutions: VIDEO_RESOLUTIONS },
        storagePublicUrl: null,
        refundFailedGenerations: false,
        subscriptionGraceDays: 7,
        grantsSchedule: "off",
        limits: null,
      },
      log: pino({ level: "silent" }),
      redactSecrets: (text) => text,
    };
    Object.assign(ctx, context);
  });

  afterAll(() => database?.drop());
  return ctx;
}

function unreachableClients(): Clients {
  return new Proxy({} as Clients, {
    get: (_target, party) => {
      throw new Error(`This test has no ${String(party)}`);
    },
  });
}

/** A user whose balance has its ledger entry. */
export async function createUser(ctx: ServiceContext, credits = 0): Promise<string> {
  const id = randomUUID();
  await ctx.db.user.create({ data: { id, email: `${id}@example.com`, credits } });
  if (credits !== 0) {
    const entry = { id: randomUUID(), userId: id, delta: credits, reason: "test", balanceAfter: credits };
    await ctx.db.creditLedger.create({ data: entry });
  }
  return id;
}
