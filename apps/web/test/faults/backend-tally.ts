import { expect } from "vitest";
import type { TestApp } from "../start-test-app";
import type { FaultyBackend } from "./faulty-backend";
import { MARGIN_MS, TIMEOUTS_MS } from "./impatient-clients";

type Modality = keyof typeof TIMEOUTS_MS;

/** What a modality's faults came to, for its line of figures. */
export class FaultTally {
  #faults = 0;
  #slowestMs = 0;

  constructor(
    private readonly modality: Modality,
    private readonly app: TestApp,
    private readonly backend: FaultyBackend,
  ) {}

  /** Runs one request and checks that it ended within the client's timeout and the margin. */
  async timed<T>(request: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const result = await request();
    const elapsedMs = performance.now() - startedAt;
    this.#faults += 1;
    this.#slowestMs = Math.max(this.#slowestMs, elapsedMs);
    expect(elapsedMs).toBeLessThan(TIMEOUTS_MS[this.modality] + MARGIN_MS);
    return result;
  }

  /** One charge for a reference, and one request that carried the mark. */
  async expectOneOfEach(reference: string, mark: string): Promise<void> {
    const entries = await this.app.db.creditLedger.findMany({ where: { paymentId: reference } });
    expect(entries.map(({ delta }) => Math.sign(delta))).toEqual([-1]);
    expect(this.backend.requestsWith(mark)).toHaveLength(1);
  }

  print(): void {
    const limitMs = TIMEOUTS_MS[this.modality] + MARGIN_MS;
    console.log(
      `fault: backend ${this.modality}: ${this.#faults} faults, one charge and one submission each, slowest end ${Math.round(this.#slowestMs)} ms of ${limitMs} ms`,
    );
  }
}
