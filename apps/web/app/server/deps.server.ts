import { createAppRouter } from "@app/api/root";
import { createDb } from "@app/db/client";
import type { ServiceContext } from "@app/services/context";
import type { DestinationStream } from "pino";
import { createClients } from "./clients.server";
import { configurationWarnings, unconfiguredParts } from "./configuration.server";
import { type Env, imageChoices, productIds, shortSecrets, videoChoices } from "./env.server";
import { readLimits } from "./limits.server";
import { configuredSecrets } from "./log/configured-secrets.server";
import { createLogger } from "./log/logger.server";
import { createSecretRedactor } from "./log/scrub-text.server";

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
  for (const { missing, message } of configurationWarnings(env)) log.warn({ missing }, message);
  const short = shortSecrets(env);
  if (short.length > 0) log.warn({ variables: short }, "secrets are too short: production refuses to start with them");
  const db = createDb(env.DATABASE_URL);
  const clients = createClients(env);
  const service: ServiceContext = {
    db,
    now: () => new Date(),
    clients,
    config: {
      providerName: env.PROVIDER_NAME,
      providerSimulate: env.PROVIDER_SIMULATE,
      unconfigured: unconfiguredParts(env),
      webhookSecret: env.PROVIDER_WEBHOOK_SECRET ?? null,
      productIds: productIds(env),
      checkoutReturnOrigins: env.CHECKOUT_RETURN_ORIGINS ?? null,
      appUrl: env.APP_URL,
      acceptDemoAccounts: env.DEMO_SIGN_IN,
      authSecret: env.AUTH_SECRET,
      imageChoices: imageChoices(env),
      videoChoices: videoChoices(env),
      storagePublicUrl: clients.storage ? (env.STORAGE_PUBLIC_URL ?? null) : null,
      refundFailedGenerations: env.REFUND_FAILED_GENERATIONS,
      subscriptionGraceDays: env.SUBSCRIPTION_GRACE_DAYS,
      grantsSchedule: env.GRANTS_SCHEDULE,
      limits: readLimits(env),
    },
    log,
    redactSecrets: createSecretRedactor(configuredSecrets(env)),
  };
  return { env, service, appRouter: createAppRouter(service.config), close: () => db.$disconnect() };
}
