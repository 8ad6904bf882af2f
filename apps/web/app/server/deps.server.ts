import { createAppRouter } from "@app/api/root";
import { createDb } from "@app/db/client";
import type { ServiceContext } from "@app/services/context";
import type { DestinationStream } from "pino";
import { createClients } from "./clients.server";
import { type Env, productIds } from "./env.server";
import { readLimits } from "./limits.server";
import { configuredSecrets } from "./log/configured-secrets.server";
import { createLogger } from "./log/logger.server";
import { createSecretHider } from "./log/scrub-text.server";

/** Everything a request may use, wired once: the only place that constructs clients and the database. */
export interface Deps {
  readonly env: Env;
  readonly service: ServiceContext;
  readonly appRouter: ReturnType<typeof createAppRouter>;
  close(): Promise<void>;
}

/** @param logTo where the log goes; the standard output when absent */
export function createDeps(env: Env, logTo?: DestinationStream): Deps {
  const log = createLogger(env, logTo);
  const db = createDb(env.DATABASE_URL);
  const service: ServiceContext = {
    db,
    now: () => new Date(),
    clients: createClients(env, log),
    config: {
      providerName: env.PROVIDER_NAME,
      providerSimulate: env.PROVIDER_SIMULATE,
      webhookSecret: env.PROVIDER_WEBHOOK_SECRET ?? null,
      productIds: productIds(env),
      checkoutReturnOrigins: env.CHECKOUT_RETURN_ORIGINS ?? null,
      appUrl: env.APP_URL,
      acceptDemoAccounts: env.DEMO_SIGN_IN,
      authSecret: env.AUTH_SECRET,
      videoMaxDurationSeconds: env.VIDEO_MAX_DURATION_SECONDS,
      refundFailedGenerations: env.REFUND_FAILED_GENERATIONS,
      subscriptionGraceDays: env.SUBSCRIPTION_GRACE_DAYS,
      grantsSchedule: env.GRANTS_SCHEDULE,
      limits: readLimits(env),
    },
    log,
    hideSecrets: createSecretHider(configuredSecrets(env)),
  };
  return { env, service, appRouter: createAppRouter(service.config), close: () => db.$disconnect() };
}
