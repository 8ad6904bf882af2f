import { AppError } from "@app/core/errors";
import type { Tx } from "@app/db/client/db";
import type { UserContext } from "../context";
import { createId } from "../platform/create-id";

/*
 * A message that replaces another is another version of it. Each version has its own answer, and the messages that followed. Only one version
 * is visible: `hiddenAt` is set on the others, so that a conversation is read without following a tree. All messages that one
 * change hid have the same `hiddenBy`, and are shown again together.
 */

interface Place {
  userId: string;
  sessionId: string;
  messageId: string;
}

/**
 * Hides one of the user's visible messages and everything after it. A response that is still being streamed is hidden by `endTurn`, which
 * locks the same message: the later of the two sees what the other one wrote. The caller has locked the user.
 * @throws AppError `not_found` when the user has no such message, or it is hidden already
 */
export async function hideFrom(
  tx: Tx,
  { userId, sessionId, messageId, hiddenBy, now }: Place & { hiddenBy: string; now: Date },
): Promise<{ firstVersion: string }> {
  const locked = await tx.$queryRaw<{ id: string; variantOf: string | null; createdAt: Date }[]>`
    SELECT id, "variantOf", "createdAt" FROM chat_message
    WHERE "sessionId" = ${sessionId} AND "hiddenAt" IS NULL AND ("createdAt", id) >= (
      SELECT message."createdAt", message.id
      FROM chat_message message JOIN chat_session session ON session.id = message."sessionId"
      WHERE message.id = ${messageId} AND message.role = 'user'
        AND session.id = ${sessionId} AND session."userId" = ${userId} AND session."deletedAt" IS NULL
    )
    ORDER BY "createdAt", id FOR NO KEY UPDATE`;
  const [first] = locked;
  if (first?.id !== messageId) throw new AppError("not_found", "Not found");
  // A second statement, so that it sees responses that were stored while the first one waited for the locks.
  await tx.$executeRaw`
    UPDATE chat_message SET "hiddenAt" = ${now}::timestamptz, "hiddenBy" = ${hiddenBy}
    WHERE "sessionId" = ${sessionId} AND "hiddenAt" IS NULL
      AND ("createdAt", id) >= (${first.createdAt}::timestamptz, ${first.id})`;
  return { firstVersion: first.variantOf ?? first.id };
}

/**
 * Shows another version of a message, with everything that followed it when it was last visible. Costs nothing. Does nothing for the visible
 * version, as after a double click or a repeated request.
 * @param input.messageId the version to show
 * @throws AppError `not_found` when there is no such version, or none of its versions is visible
 */
export async function showVersion(
  ctx: UserContext,
  { sessionId, messageId }: { sessionId: string; messageId: string },
): Promise<{ id: string }> {
  const userId = ctx.actor.id;
  await ctx.db.$transaction(async (tx) => {
    // The lock order of every change of a turn: users, messages, sessions.
    await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${userId} FOR NO KEY UPDATE`;
    const [version] = await tx.$queryRaw<{ visibleId: string; hiddenBy: string; createdAt: Date }[]>`
      SELECT visible.id AS "visibleId", hidden."hiddenBy", hidden."createdAt"
      FROM chat_message hidden JOIN chat_message visible ON visible."sessionId" = hidden."sessionId"
        AND coalesce(visible."variantOf", visible.id) = coalesce(hidden."variantOf", hidden.id)
      WHERE hidden.id = ${messageId} AND hidden."sessionId" = ${sessionId} AND hidden.role = 'user'
        AND hidden."hiddenBy" IS NOT NULL AND visible."hiddenAt" IS NULL`;
    if (!version) return requireVisible(tx, { userId, sessionId, messageId });
    await hideFrom(tx, { userId, sessionId, messageId: version.visibleId, hiddenBy: createId(), now: ctx.now() });
    await tx.$executeRaw`
      UPDATE chat_message SET "hiddenAt" = NULL, "hiddenBy" = NULL
      WHERE id IN (
        SELECT id FROM chat_message
        WHERE "sessionId" = ${sessionId} AND "hiddenBy" = ${version.hiddenBy}
          AND ("createdAt", id) >= (${version.createdAt}::timestamptz, ${messageId})
        ORDER BY "createdAt", id FOR NO KEY UPDATE
      )`;
  });
  return { id: messageId };
}

/** @throws AppError `not_found` when the user has no such message, it is hidden, or it has no other version */
async function requireVisible(tx: Tx, { userId, sessionId, messageId }: Place): Promise<void> {
  const versions = await tx.$queryRaw<object[]>`
    SELECT FROM chat_message visible JOIN chat_session own ON own.id = visible."sessionId"
    WHERE visible.id = ${messageId} AND own.id = ${sessionId} AND own."userId" = ${userId} AND own."deletedAt" IS NULL
      AND visible.role = 'user' AND visible."hiddenAt" IS NULL AND EXISTS (
        SELECT FROM chat_message other WHERE other."sessionId" = own.id AND other.role = 'user' AND other.id <> visible.id
          AND coalesce(other."variantOf", other.id) = coalesce(visible."variantOf", visible.id)
      )`;
  if (versions.length === 0) throw new AppError("not_found", "Not found");
}

/** Versions read of one session. Those beyond this number are not shown. */
const VERSIONS_MAX = 1_000;

/** The versions of a message, oldest first. */
export interface MessageVersions {
  ids: string[];
  /** Whether all versions have the same text: the message was answered again and not edited. */
  isSameText: boolean;
}

/** The versions of a session's messages, by the id of each version. Messages with one version are left out. */
export async function readVersions(
  { db }: Pick<UserContext, "db">,
  sessionId: string,
): Promise<Map<string, MessageVersions>> {
  const rows = await db.$queryRaw<{ id: string; firstId: string; isSameText: boolean }[]>`
    SELECT later.id, first.id AS "firstId", later.content = first.content AS "isSameText"
    FROM chat_message later JOIN chat_message first ON first.id = later."variantOf"
    WHERE later."sessionId" = ${sessionId}
    ORDER BY later."createdAt", later.id LIMIT ${VERSIONS_MAX}::int`;
  const versions = new Map<string, MessageVersions>();
  for (const { id, firstId, isSameText } of rows) {
    const known = versions.get(firstId) ?? { ids: [firstId], isSameText: true };
    known.ids.push(id);
    known.isSameText &&= isSameText;
    versions.set(firstId, known).set(id, known);
  }
  return versions;
}
