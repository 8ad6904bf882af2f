import type pg from "pg";

/**
 * Connections of a pool for single statements. A few stay here once they were needed, ready at once, where the pool arms a timer and waits
 * a turn for each; whoever comes while those are in use takes another from the pool, which gets it back.
 */
export class KeptConnections {
  private readonly idle: pg.PoolClient[] = [];
  private isClosed = false;

  /** @param keptMax connections that the pool's other users do without */
  constructor(
    private readonly pool: pg.Pool,
    private readonly keptMax: number,
  ) {
    pool.on("connect", (client) => void client.on("error", () => this.drop(client)));
  }

  /** Lends a connection, or says why there is none. Who gets one gives it to `takeBack`. */
  lend(use: (noConnection: Error | undefined, client: pg.PoolClient | undefined) => void): void {
    const kept = this.idle.pop();
    if (kept === undefined) this.pool.connect(use);
    else use(undefined, kept);
  }

  /** @param isGivenUp whether it is to be used no more */
  takeBack(client: pg.PoolClient, isGivenUp: boolean): void {
    if (isGivenUp || this.isClosed || this.idle.length >= this.keptMax) client.release(isGivenUp);
    else this.idle.push(client);
  }

  /** Keeps none from now on, so that the pool can end them all. */
  close(): void {
    this.isClosed = true;
    for (const client of this.idle.splice(0)) client.release();
  }

  /** One that died. In use it fails its statement, and is given up with that. */
  private drop(client: pg.PoolClient): void {
    const index = this.idle.indexOf(client);
    if (index === -1) return;
    this.idle.splice(index, 1);
    client.release(true);
  }
}
