import { createDb, type Statement } from "@app/db/client/db";
import { describe, expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { MONEY_PATHS } from "../../test/faults/money-paths";
import { actAs, useTestContext } from "../../test/test-context";
import { getDashboard } from "../account/dashboard";
import { createSession, resolveSession } from "../account/sessions";
import { listChatSessions } from "../chat/chat-sessions";
import { finishGeneration } from "../history/finish-generation";
import { listGenerations } from "../history/generations";
import { listOpenVideos } from "../video/list-open-videos";
import { listOwnLedger } from "./own-ledger";

const ctx = useTestContext();

/** Whether a statement has the id of its user as an argument: then a database distributed by user runs it on one node. */
function namesUser({ args }: Statement, userIds: readonly string[]): boolean {
  return args.flat().some((value) => userIds.some((userId) => String(value).includes(userId)));
}

/** The first characters of the other statements, each once. */
function withoutUser(sent: readonly Statement[], userIds: readonly string[]): string[] {
  const others = sent
    .filter((statement) => !namesUser(statement, userIds))
    .map(({ sql }) => sql.replaceAll(/\s+/g, " ").trim().slice(0, 60));
  return [...new Set(others)].sort();
}

/** Runs with a database client that records its statements. */
async function recordStatements(
  run: (watched: typeof ctx, sent: readonly Statement[]) => Promise<void>,
): Promise<void> {
  const sent: Statement[] = [];
  const db = createDb(ctx.databaseUrl, { onStatement: (statement) => sent.push(statement) });
  try {
    await run({ ...ctx, db }, sent);
  } finally {
    await db.$disconnect();
  }
}

// docs/scaling.md describes each of the statements listed here.
describe("what a database distributed by user would need", () => {
  it("has the user in every statement of a spend, the dashboard and a user's lists, except look-ups by id", async () => {
    const { userId } = await createGeneration(ctx, "image");
    const { sessionToken } = await createSession(ctx, userId);
    await recordStatements(async (watched, sent) => {
      const user = { ...(await actAs(ctx, userId)), db: watched.db };
      await resolveSession(watched, sessionToken);
      const video = await createGeneration(watched, "video");
      await getDashboard(user);
      await listOwnLedger(user, { kind: "image" });
      await listGenerations(user, {});
      await listChatSessions(user, {});
      await listOpenVideos(user);
      await finishGeneration(watched, video.id, { status: "failed", error: "test" });
      expect(sent.length).toBeGreaterThan(10);
      expect(withoutUser(sent, [userId, video.userId])).toMatchInlineSnapshot(`
        [
          "BEGIN",
          "COMMIT",
          "SELECT session."sessionToken", session.expires, session."las",
          "UPDATE "public"."generation_history" SET "updatedAt" = $1 WH",
          "UPDATE "public"."session" SET "lastSeenAt" = $1, "updatedAt"",
          "UPDATE generation_history AS g SET status = $1, "leaseUntil"",
        ]
      `);
    });
  });

  it.each(MONEY_PATHS)("of the statements of a $name, these name no user", async ({ prepare }) => {
    const move = await prepare(ctx);
    await recordStatements(async (watched, sent) => {
      await move.run(watched);
      expect(sent.length).toBeGreaterThan(0);
      expect(withoutUser(sent, move.userIds)).toMatchSnapshot();
    });
  });

  it("has the user in every unique key, with these exceptions", async () => {
    const keys = await ctx.db.$queryRaw<{ key: string }[]>`
      SELECT t.relname || ' (' || string_agg(a.attname, ', ' ORDER BY a.attnum) || ')' AS key
      FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace
        JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY(i.indkey)
      WHERE n.nspname = 'public' AND i.indisunique AND t.relname <> '_prisma_migrations'
      GROUP BY i.indexrelid, t.relname
      HAVING NOT bool_or(a.attname = 'userId') AND t.relname || ' (' || string_agg(a.attname, ', ') || ')' <> 'user (id)'
      ORDER BY 1`;
    expect(keys.map(({ key }) => key)).toMatchInlineSnapshot(`
      [
        "account (provider, providerAccountId)",
        "api_key (id)",
        "api_key (keyHash)",
        "audit_log (id)",
        "chat_completion (id)",
        "chat_message (id)",
        "chat_session (id)",
        "checkout (id)",
        "collection (id)",
        "collection_item (collectionId, generationId)",
        "counted_figure (name)",
        "credit_ledger (id)",
        "credit_ledger (seq)",
        "daily_totals (day)",
        "email_verification (tokenHash)",
        "generation_history (id)",
        "password_reset (tokenHash)",
        "payment (id)",
        "payment (providerPaymentId)",
        "payment (providerTransactionId)",
        "rate_limit (key)",
        "session (sessionToken)",
        "share_link (generationId)",
        "share_link (token)",
        "subscription (id)",
        "subscription (providerSubId)",
        "subscription_credit_schedule (id)",
        "subscription_credit_schedule (subscriptionId)",
        "user (email)",
        "verification_token (identifier, token)",
        "webhook_attempt (id)",
        "webhook_delivery (id)",
        "webhook_endpoint (id)",
        "webhook_event (id)",
      ]
    `);
  });
});
