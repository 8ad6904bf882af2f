import { createHmac, randomBytes } from "node:crypto";
import type { ServiceContext } from "../context";
import { openSecret, type Reencryption, reencryptRows, type SealedFor, sealSecret } from "../platform/sealed-secrets";

/** As the Standard Webhooks specification writes secrets: this, and base64. */
const SECRET_START = "whsec_";
const SECRET_BYTES = 32;

/** After a rotation the previous secret signs as well for this long, so that the receiver can change over. */
export const PREVIOUS_SECRET_MS = 24 * 60 * 60 * 1000;

const webhookOf = (endpointId: string): SealedFor => ({ purpose: "webhook", rowId: endpointId });

/** A new secret of an endpoint, and the text that is stored. */
export function createEndpointSecret(ctx: ServiceContext, endpointId: string): { secret: string; sealed: string } {
  const secret = SECRET_START + randomBytes(SECRET_BYTES).toString("base64");
  return { secret, sealed: sealSecret(ctx.config.authSecrets, webhookOf(endpointId), secret) };
}

export const openEndpointSecret = (ctx: ServiceContext, endpointId: string, sealed: string): string =>
  openSecret(ctx.config.authSecrets, webhookOf(endpointId), sealed).secret;

export interface SealedSecrets {
  id: string;
  sealedSecret: string;
  sealedPreviousSecret: string | null;
  previousSecretUntil: Date | null;
}

/** The secrets that sign a request now, the current one first. */
export function signingSecrets(ctx: ServiceContext, endpoint: SealedSecrets): string[] {
  return [openEndpointSecret(ctx, endpoint.id, endpoint.sealedSecret), ...openPrevious(ctx, endpoint)];
}

/**
 * The previous secret while it still signs. None when it cannot be decrypted, as after AUTH_SECRET was replaced without the previous one:
 * messages are then signed with the new secret alone, and not held back for a day.
 */
function openPrevious(ctx: ServiceContext, endpoint: SealedSecrets): string[] {
  const { id, sealedPreviousSecret: previous, previousSecretUntil: until } = endpoint;
  if (!previous || !until || until <= ctx.now()) return [];
  try {
    return [openEndpointSecret(ctx, id, previous)];
  } catch (error) {
    ctx.log.warn({ err: error, endpointId: id }, "the previous secret of a webhook cannot be decrypted");
    return [];
  }
}

/** The headers of a signed message, by the Standard Webhooks specification: one signature by each secret. */
export function signMessage(
  secrets: readonly string[],
  message: { id: string; sentAt: Date; body: string },
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const timestamp = String(Math.floor(message.sentAt.getTime() / 1000));
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_START.length), "base64");
    return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  });
  return { "webhook-id": message.id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}

/** Encrypts the secrets of all endpoints with the current secret of the service. */
export async function reencryptEndpointSecrets(
  ctx: ServiceContext,
  options?: { batchSize?: number },
): Promise<Reencryption> {
  const current = await reencryptColumn(ctx, "sealedSecret", options);
  const previous = await reencryptColumn(ctx, "sealedPreviousSecret", options);
  return {
    total: current.total + previous.total,
    reencrypted: current.reencrypted + previous.reencrypted,
    unreadable: [...current.unreadable, ...previous.unreadable],
  };
}

function reencryptColumn(
  ctx: ServiceContext,
  column: "sealedSecret" | "sealedPreviousSecret",
  options?: { batchSize?: number },
): Promise<Reencryption> {
  const { webhookEndpoint } = ctx.db;
  return reencryptRows(
    ctx,
    {
      ownerOf: webhookOf,
      read: async (after, take) => {
        // A previous one that is over signs nothing any more.
        const isUsed = { sealedPreviousSecret: { not: null }, previousSecretUntil: { gt: ctx.now() } };
        const where = { id: { gt: after }, ...(column === "sealedSecret" ? {} : isUsed) };
        const select = { id: true, sealedSecret: true, sealedPreviousSecret: true };
        const rows = await webhookEndpoint.findMany({ where, select, orderBy: { id: "asc" }, take });
        return rows.map((row) => ({ rowId: row.id, sealed: row[column] ?? "" }));
      },
      replace: async (id, before, sealed) =>
        (await webhookEndpoint.updateMany({ where: { id, [column]: before }, data: { [column]: sealed } })).count > 0,
    },
    options,
  );
}
