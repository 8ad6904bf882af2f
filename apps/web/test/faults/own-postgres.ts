import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createDb } from "@app/db/client";
import { urlOfDatabase } from "@app/db/databases";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@app/db/embedded";
import { migrateDatabase } from "@app/db/migrate";
import type { TestDatabase } from "@app/db/test-database";

/** A PostgreSQL server that nobody else uses, durable as in production. */
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
      db,
      drop: async () => {
        await db.$disconnect();
        await this.#remove();
      },
    };
  }

  /** Ends the server as `pg_ctl restart -m immediate` does, without a checkpoint or a goodbye, and starts it again at the same address. */
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
