import { createOpenAiChatModel } from "@app/clients/chat/chat-model";
import { createModelArkImageBackend } from "@app/clients/image/image-backend";
import { createModelArkVideoBackend } from "@app/clients/video/video-backend";
import type { Clients } from "@app/services/context";
import { expect } from "vitest";
import type { TestApp } from "../app";
import type { FaultyBackend } from "./faulty-backend";

const IDLE_TIMEOUT_MS = 2_000;
/** Timeout of each kind of call. */
export const TIMEOUTS_MS = { chat: 4_000, image: 3_000, submit: 3_000, status: 3_000 } as const;
/** Time that may pass between a client's timeout and the end of the row. */
export const MARGIN_MS = 2_000;

/** The service's own clients of the generation backend, with timeouts of seconds instead of minutes. */
export function createShortTimeoutClients(baseUrl: string): Pick<Clients, "chat" | "image" | "video"> {
  const endpoint = { baseUrl, apiKey: "a key", model: "a-model" };
  return {
    chat: createOpenAiChatModel({
      ...endpoint,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
      totalTimeoutMs: TIMEOUTS_MS.chat,
    }),
    image: createModelArkImageBackend({ ...endpoint, timeoutMs: TIMEOUTS_MS.image }),
    video: createModelArkVideoBackend({
      ...endpoint,
      submitTimeoutMs: TIMEOUTS_MS.submit,
      statusTimeoutMs: TIMEOUTS_MS.status,
    }),
  };
}

type Modality = keyof typeof TIMEOUTS_MS;

/** The results of the faults of one modality, for the printed summary. */
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

  /** Expects one charge for a reference, and one request that carried the mark. */
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
