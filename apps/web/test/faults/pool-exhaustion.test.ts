import { withConnection } from "@app/db/client/manage-databases";
import { verifyLedger } from "@app/services/ledger/verify-ledger";
import { describe, expect, it } from "vitest";
import { ApiClient } from "../api-client";
import { useTestApp } from "../app";
import { createUser } from "../users";
import { purchaseEvent, sendWebhook } from "../webhooks";

/** Twice the connections of the pool. */
const WEBHOOKS = 40;
const BYSTANDERS = 20;
const PACK_CREDITS = 200;
/** Five seconds for a connection, fifteen for a transaction, and a margin for a busy machine. */
const ANSWER_MAX_MS = 25_000;
const SERVING_AGAIN_MAX_MS = 5_000;

const app = useTestApp();

/** While `use` runs, every statement about this user waits and holds its connection. */
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
  it("refuses requests that would wait too long, serves again when the statements have ended, and grants each payment once", async () => {
    const userId = await createUser(app);
    const events = Array.from({ length: WEBHOOKS }, () => purchaseEvent({ userId, key: "pack_200" }));
    let webhooks: Promise<{ status: number; elapsedMs: number }[]> = Promise.resolve([]);
    let bystanders: { status: number; elapsedMs: number }[] = [];

    await withUserLocked(userId, async () => {
      const sent = events.map((event) => timed(sendWebhook(app, event)));
      webhooks = Promise.all(sent);
      // The first response can only be a refusal: all requests with a connection wait for the user's row.
      expect((await Promise.race(sent)).status).toBe(500);
      bystanders = await Promise.all(
        Array.from({ length: BYSTANDERS }, () => timed(new ApiClient(app).get("/readyz"))),
      );
    });
    const served = await timed(new ApiClient(app).get("/readyz"));
    const responses = await webhooks;

    expect(served.status).toBe(200);
    expect(served.elapsedMs).toBeLessThan(SERVING_AGAIN_MAX_MS);
    const all = [...responses, ...bystanders];
    expect(all.filter(({ status }) => status !== 200 && status !== 500 && status !== 503)).toEqual([]);
    const slowestMs = Math.max(...all.map(({ elapsedMs }) => elapsedMs));
    expect(slowestMs).toBeLessThan(ANSWER_MAX_MS);

    const again = await Promise.all(events.map((event) => sendWebhook(app, event)));
    expect(again.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await app.db.user.findUnique({ where: { id: userId } })).toMatchObject({ credits: WEBHOOKS * PACK_CREDITS });
    const { differences } = await verifyLedger(app.db);
    expect(differences).toEqual([]);
    const refused = all.filter(({ status }) => status !== 200).length;
    console.log(
      `fault: pool exhaustion: ${all.length} requests, ${refused} refused, slowest response ${slowestMs} ms, serving again after ` +
        `${served.elapsedMs} ms, ${WEBHOOKS} payments granted, 0 lost, 0 doubled, ${differences.length} differences`,
    );
  });
});
