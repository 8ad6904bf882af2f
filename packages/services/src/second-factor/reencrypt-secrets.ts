import type { ServiceContext } from "../context";
import { openSecret, sealSecret } from "./secrets";

const BATCH_SIZE = 500;

export interface Reencryption {
  total: number;
  reencrypted: number;
  /** Users whose secret was encrypted with none of the service's secrets. */
  unreadable: string[];
}

/**
 * Encrypts every user's secret with the current secret of the service that is encrypted with an older one. Afterwards the older one is needed
 * only while another process, which does not know the current one yet, still turns second factors on.
 */
export async function reencryptSecondFactors(
  ctx: ServiceContext,
  { batchSize = BATCH_SIZE } = {},
): Promise<Reencryption> {
  const result: Reencryption = { total: 0, reencrypted: 0, unreadable: [] };
  let after = "";
  for (;;) {
    const rows = await ctx.db.secondFactor.findMany({
      where: { userId: { gt: after } },
      select: { userId: true, sealedSecret: true },
      orderBy: { userId: "asc" },
      take: batchSize,
    });
    for (const row of rows) {
      const outcome = await reencrypt(ctx, row);
      if (outcome === "reencrypted") result.reencrypted += 1;
      if (outcome === "unreadable") result.unreadable.push(row.userId);
    }
    result.total += rows.length;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return result;
    after = last.userId;
  }
}

async function reencrypt(
  { db, config: { authSecrets }, log }: ServiceContext,
  { userId, sealedSecret }: { userId: string; sealedSecret: string },
): Promise<"current" | "reencrypted" | "unreadable"> {
  let opened: ReturnType<typeof openSecret>;
  try {
    opened = openSecret(authSecrets, userId, sealedSecret);
  } catch (error) {
    log.warn({ err: error, userId }, "a second factor cannot be decrypted");
    return "unreadable";
  }
  if (opened.isCurrent) return "current";
  const data = { sealedSecret: sealSecret(authSecrets, userId, opened.secret) };
  // A row that has changed meanwhile was encrypted by a request, with the current secret.
  const { count } = await db.secondFactor.updateMany({ where: { userId, sealedSecret }, data });
  return count === 0 ? "current" : "reencrypted";
}
