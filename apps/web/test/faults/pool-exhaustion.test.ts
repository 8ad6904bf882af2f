import { withConnection } from "@app/db/client/manage-databases";
import { verifyLedger } from "@app/services/ledger/verify-ledger";
import { describe, expect, it } from "vitest";
import { ApiClient } from "../api-client";
import { useTestApp } from "../app";
import { createUser } from "../users";
import { purchaseEvent, sendWebhook } from "../webhooks";

/** Twice what the pool holds. */
const WEBHOOKS = 40;
const BYSTANDERS = 20;
const PACK_CREDITS = 200;
/** Five seconds for a connection, fifteen for a transaction, and some for a busy machine. */
const ANSWER_MAX_MS = 25_000;
const SERVING_AGAIN_MAX_MS = 5_000;

const app = useTestApp();

/** Everything that touches this user waits, connection in hand, until `use` has ended. */
function withUserLocked(userId: string, use: () => Promise<void>): Promise<void> {
  return withConnection(app.deps.env.DATABASE_URL, async (connection) => {
    await connection.query("BEGIN");
    await connection.query(`SELECT id FROM "user" WHERE id = $1 FOR UPDATE`, [userId]);
    await use();
    await connection.query("COMMIT");
  });
}

async function timed<T extends { status: number }>(call: Promise<T>): Promise<{ status: number; elapsedMs: number }> {
  const startedAt = Date.now();
  const { status } = await call;
  return { status, elapsedMs: Date.now() - startedAt };
}

describe("more slow statements than the pool has connections", () => {
  it("refuses what would wait too long, serves again as soon as they are gone, and grants each payment once", async () => {
    const userId = await createUser(app);
    const events = Array.from({ length: WEBHOOKS }, () => purchaseEvent({ userId, key: "pack_200" }));
    let webhooks: Promise<{ status: number; elapsedMs: number }[]> = Promise.resolve([]);
    let bystanders: { status: number; elapsedMs: number }[] = [];

    await withUserLocked(userId, async () => {
      const sent = events.map((event) => timed(sendWebhook(app, event)));
      webhooks = Promise.all(sent);
      // The first answer can only be a refusal: whoever got a connection is waiting for the user.
      expect((await Promise.race(sent)).status).toBe(500);
      bystanders = await Promise.all(
        Array.from({ length: BYSTANDERS }, () => timed(new ApiClient(app).get("/healthz"))),
      );
    });
    const served = await timed(new ApiClient(app).get("/healthz"));
    const responses = await webhooks;

    expect(served.status).toBe(200);
    expect(served.elapsedMs).toBeLessThan(SERVING_AGAIN_MAX_MS);
    const all = [...responses, ...bystanders];
    expect(all.filter(({ status }) => status !== 200 && status !== 500)).toEqual([]);
    const slowestMs = Math.max(...all.map(({ elapsedMs }) => elapsedMs));
    expect(slowestMs).toBeLessThan(ANSWER_MAX_MS);

    const again = await Promise.all(events.map((event) => sendWebhook(app, event)));
    expect(again.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await app.db.user.findUnique({ where: { id: userId } })).toMatchObject({ credits: WEBHOOKS * PACK_CREDITS });
    const { differences } = await verifyLedger(app.db);
    expect(differences).toEqual([]);
    const refused = all.filter(({ status }) => status === 500).length;
    console.log(
      `fault: pool exhaustion: ${all.length} requests, ${refused} refused, slowest answer ${slowestMs} ms, serving again after ` +
        `${served.elapsedMs} ms, ${WEBHOOKS} payments granted, 0 lost, 0 doubled, ${differences.length} differences`,
    );
  });
});
