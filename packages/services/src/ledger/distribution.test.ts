import { createDb, type Statement } from "@app/db/client";
import { describe, expect, it } from "vitest";
import { actAs } from "../../test/act-as";
import { createGeneration } from "../../test/create-generation";
import { useTestContext } from "../../test/test-context";
import { createSession } from "../account/create-session";
import { getDashboard } from "../account/get-dashboard";
import { resolveSession } from "../account/resolve-session";
import { listChatSessions } from "../chat/list-chat-sessions";
import { finishGeneration } from "../history/finish-generation";
import { listGenerations } from "../history/list-generations";
import { listOpenVideos } from "../video/list-open-videos";
import { listOwnLedger } from "./list-own-ledger";

const ctx = useTestContext();

/** Whether a statement is given the user whose rows it is about: then a database distributed by user runs it in one place. */
function namesUser({ args }: Statement, userIds: readonly string[]): boolean {
  return args.flat().some((value) => userIds.includes(String(value)));
}

// docs/scaling.md says what becomes of each that is listed here.
describe("what a database distributed by user would need", () => {
  it("names the user in every statement of a spend, the dashboard and a user's own lists, but for those by an id alone", async () => {
    const { userId } = await createGeneration(ctx, "image");
    const { sessionToken } = await createSession(ctx, userId);
    const sent: Statement[] = [];
    const db = createDb(ctx.databaseUrl, { onStatement: (statement) => sent.push(statement) });
    const watched = { ...ctx, db };
    const user = { ...(await actAs(ctx, userId)), db };
    await resolveSession(watched, sessionToken);
    const video = await createGeneration(watched, "video");
    await getDashboard(user);
    await listOwnLedger(user, { kind: "image" });
    await listGenerations(user, {});
    await listChatSessions(user, {});
    await listOpenVideos(user);
    await finishGeneration(watched, video.id, { status: "failed", error: "test" });
    await db.$disconnect();
    expect(sent.length).toBeGreaterThan(10);
    const others = sent
      .filter((statement) => !namesUser(statement, [userId, video.userId]))
      .map(({ sql }) => sql.replaceAll(/\s+/g, " ").trim().slice(0, 60));
    expect([...new Set(others)].sort()).toMatchInlineSnapshot(`
      [
        "BEGIN",
        "COMMIT",
        "SELECT session."sessionToken", session.expires, session."las",
        "UPDATE "public"."generation_history" SET "error" = $1, "stat",
        "UPDATE "public"."generation_history" SET "updatedAt" = $1 WH",
        "UPDATE "public"."session" SET "lastSeenAt" = $1, "updatedAt"",
      ]
    `);
  });

  it("has the user in every unique key, but for these", async () => {
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
        "audit_log (id)",
        "chat_message (id)",
        "chat_session (id)",
        "checkout (id)",
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
        "subscription (id)",
        "subscription (providerSubId)",
        "subscription_credit_schedule (id)",
        "subscription_credit_schedule (subscriptionId)",
        "user (email)",
        "verification_token (identifier, token)",
        "webhook_event (id)",
      ]
    `);
  });
});
