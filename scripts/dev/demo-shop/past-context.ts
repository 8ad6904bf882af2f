import { CATALOGUE_KEYS, type CatalogueKey } from "@app/core/billing/catalogue";
import type { Db } from "@app/db/client/db";
import type { Clients, ServiceConfig, ServiceContext, UserContext } from "@app/services/context";
import { NO_METRICS } from "@app/services/platform/metrics";

const LOW_CREDITS = 100;

/** A context for the use cases that move money and credits, at the times of the past. They call no other service. */
export function createPastContext(db: Db, now: () => Date, webhookSecret: string): ServiceContext {
  const productIds = Object.fromEntries(CATALOGUE_KEYS.map((key) => [key, key])) as Record<CatalogueKey, string>;
  return {
    ...{ db, replica: db, now, metrics: NO_METRICS, redactSecrets: (text: string) => text },
    log: only<ServiceContext["log"]>({
      ...{ info: () => undefined, debug: () => undefined, warn: console.warn, error: console.error },
    }),
    clients: only<Clients>({}),
    config: only<ServiceConfig>({
      ...{ providerName: "creem", webhookSecrets: [webhookSecret], productIds, lowCreditsThreshold: LOW_CREDITS },
      ...{ limits: null, refundFailedGenerations: true },
    }),
  };
}

/** The context of the administrator. */
export async function actAsAdmin(ctx: ServiceContext, id: string): Promise<UserContext> {
  const { email, name, credits, planKey, emailVerified, locale } = await ctx.db.user.findUniqueOrThrow({
    where: { id },
  });
  return { ...ctx, actor: { id, email, name, credits, planKey, emailVerified, locale, role: "admin" } };
}

/** An object that has only these fields. Reading another one is an error, and not `undefined`. */
function only<Whole extends object>(fields: Partial<Whole>): Whole {
  return new Proxy(fields as Whole, {
    get: (target, field) => {
      if (field in target) return Reflect.get(target, field);
      throw new Error(`The demo's past has no ${String(field)}`);
    },
  });
}
