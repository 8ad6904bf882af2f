import type { ServiceContext } from "../context";
import { readIsMigrated } from "../platform/readiness";
import { openSecret } from "../platform/sealed-secrets";
import { secondFactorOf } from "../second-factor/secrets";
import { openEndpointSecret } from "../webhooks/secrets";

/** Enough that some are older than the last replacement of the secret of the service. */
const SEALED_SECRETS_TRIED = 100;

/**
 * Tries secrets of each kind: a secret of the service that was replaced in the wrong order leaves them unreadable. Not only the first one:
 * its owner may have a new one already.
 */
export async function checkSealedSecrets(ctx: ServiceContext) {
  if (!(await readIsMigrated(ctx))) return [];
  const { db, config } = ctx;
  const [factors, endpoints] = await Promise.all([
    db.secondFactor.findMany({ orderBy: { userId: "asc" }, take: SEALED_SECRETS_TRIED }),
    db.webhookEndpoint.findMany({ orderBy: { id: "asc" }, take: SEALED_SECRETS_TRIED }),
  ]);
  try {
    for (const factor of factors) openSecret(config.authSecrets, secondFactorOf(factor.userId), factor.sealedSecret);
    for (const endpoint of endpoints) openEndpointSecret(ctx, endpoint.id, endpoint.sealedSecret);
    return [];
  } catch {
    const effect = "users cannot sign in with their codes, and webhooks are not sent";
    const message = `Neither AUTH_SECRET nor AUTH_SECRET_PREVIOUS decrypts a stored secret: ${effect}`;
    return [{ status: "error" as const, message }];
  }
}
