import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { migrateDatabase } from "@app/db/cli/migrate-database";
import { createDb } from "@app/db/client/db";
import { urlOfDatabase } from "@app/db/client/manage-databases";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@app/db/embedded/start-embedded-postgres";
import type { TestDatabase } from "@app/db/testing/test-database";
import type { TestApp } from "../app";
import { purchaseEvent, sendWebhook } from "../webhooks";

const SEND_AGAIN_AFTER_MS = 50;
const SENDS_MAX = 2_000;

/** A payment provider that pays for packs without end, several at once, and repeats each webhook until it gets 200. */
export class PaymentSenders {
  /** Ids of the announced payments. All are acknowledged once the senders have ended. */
  readonly payments: string[] = [];
  refusals = 0;
  #isEnding = false;
  readonly #senders: Promise<void>[];

  constructor(
    private readonly app: TestApp,
    userIds: readonly string[],
    sendersCount: number,
  ) {
    this.#senders = Array.from({ length: sendersCount }, (_, index) => this.#payOneAfterAnother(userIds, index));
  }

  /** Starts no more payments, and waits until those that were started are acknowledged. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all(this.#senders);
  }

  async #payOneAfterAnother(userIds: readonly string[], first: number): Promise<void> {
    for (let turn = first; !this.#isEnding; turn += 1) {
      const event = purchaseEvent({ userId: userIds[turn % userIds.length] ?? "", key: "pack_200" });
      this.payments.push(event.object.order.id);
      await this.#sendUntilTaken(event);
    }
  }

  async #sendUntilTaken(event: object): Promise<void> {
    for (let send = 0; send < SENDS_MAX; send += 1) {
      const { status } = await sendWebhook(this.app, event);
      if (status === 200) return;
      this.refusals += 1;
      await pause(SEND_AGAIN_AFTER_MS);
    }
    throw new Error(`A webhook was not taken in ${SENDS_MAX} attempts`);
  }
}

/** A PostgreSQL server of its own, durable as in production. */
export class DedicatedPostgres {
  readonly #dataDir = path.join(mkdtempSync(path.join(tmpdir(), "genmint-restart-")), "data");
  #server: EmbeddedPostgres | null = null;

  async openDatabase(): Promise<TestDatabase> {
    this.#server = await startEmbeddedPostgres({ dataDir: this.#dataDir, durable: true });
    const url = urlOfDatabase(this.#server.url, "genmint");
    await migrateDatabase(url);
    const db = createDb(url, { poolMax: 5 });
    return {
      url,
      directUrl: url,
      db,
      drop: async () => {
        await db.$disconnect();
        await this.#remove();
      },
    };
  }

  /**
   * Restarts the server as `pg_ctl restart -m immediate` does: without a checkpoint, without closing connections, at
   * the same address.
   */
  async restartAtOnce(): Promise<void> {
    if (!this.#server) throw new Error("The server was not started");
    const port = Number(new URL(this.#server.url).port);
    process.kill(this.#server.pid, "SIGQUIT");
    this.#server = await startEmbeddedPostgres({ dataDir: this.#dataDir, durable: true, port });
  }

  async #remove(): Promise<void> {
    await this.#server?.stop();
    for (const directory of [this.#server?.dataDirectory, path.dirname(this.#dataDir)]) {
      if (directory) rmSync(directory, { recursive: true, force: true });
    }
  }
}
