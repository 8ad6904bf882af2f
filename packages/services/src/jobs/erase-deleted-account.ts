import { userFolders } from "@app/core/storage/object-key";
import { eraseUser } from "../account/erase-person";
import type { ServiceContext } from "../context";
import type { JobPayloads } from "./job-payloads";

/**
 * Erases what requests still wrote that were under way when the account was deleted, and every file that was stored for it. A failure
 * is the queue's to retry.
 */
export async function eraseDeletedAccount(
  ctx: ServiceContext,
  { userId }: JobPayloads["erase-deleted-account"],
): Promise<void> {
  const user = await ctx.db.user.findUnique({ where: { id: userId }, select: { deletedAt: true } });
  if (!user?.deletedAt) return;
  await ctx.db.$transaction((tx) => eraseUser(tx, { userId, email: null, now: ctx.now() }));
  for (const folder of userFolders(userId)) await ctx.clients.storage?.removeFolder(folder);
}
