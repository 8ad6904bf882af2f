import { z } from "zod";

/** Who can be made to misbehave. `files` are the addresses at which generated files lie. */
export const EXTERNAL_SERVICES = ["payment", "chat", "image", "video", "files", "storage", "mail"] as const;
export type ExternalService = (typeof EXTERNAL_SERVICES)[number];

export const LATENCY_MAX_MS = 120_000;
export const QUEUED_FAULTS_MAX = 1_000;

const RETRY_AFTER_MAX_SECONDS = 3_600;

export const FaultSchema = z.discriminatedUnion("kind", [
  /** Answers with this status and the party's own error body. */
  z.strictObject({
    kind: z.literal("status"),
    status: z.int().min(400).max(599),
    retryAfterSeconds: z.int().min(0).max(RETRY_AFTER_MAX_SECONDS).optional(),
  }),
  /** The connection breaks before an answer. */
  z.strictObject({ kind: z.literal("reset") }),
  /** No answer until the caller gives up. */
  z.strictObject({ kind: z.literal("hang") }),
  /** Bodies, with status 200, that are not what was asked for. */
  z.strictObject({ kind: z.literal("html") }),
  z.strictObject({ kind: z.literal("bad_json") }),
  z.strictObject({ kind: z.literal("empty") }),
  /** Chat: the stream ends in the middle, without finish_reason and [DONE]. */
  z.strictObject({ kind: z.literal("cut_stream") }),
  /** Chat: the connection is lost in the middle of the stream. */
  z.strictObject({ kind: z.literal("break_stream") }),
  /** Chat: an error arrives as an event in the middle of the stream. */
  z.strictObject({ kind: z.literal("stream_error") }),
  /** Chat: the answer ends in the middle with the finish reason `content_filter`. */
  z.strictObject({ kind: z.literal("content_filter") }),
  /** Chat: the stream stops in the middle and stays open. */
  z.strictObject({ kind: z.literal("stall") }),
  /** Mail: the server refuses connections. */
  z.strictObject({ kind: z.literal("refuse") }),
]);
export type Fault = z.output<typeof FaultSchema>;

export const FAULT_KINDS = FaultSchema.options.map((option) => option.shape.kind.value);

export interface TakenFault {
  latencyMs: number;
  fault: Fault | null;
}

interface Switches {
  latencyMs: number;
  standing: Fault | null;
  queue: Fault[];
}

/** The switches with which a test or a visitor of the home page makes a party misbehave. */
export class Faults {
  readonly #switches = new Map<ExternalService, Switches>();

  /** A standing fault, until it is set to null; null also drops what is queued. */
  set(party: ExternalService, fault: Fault | null): void {
    const switches = this.#of(party);
    switches.standing = fault;
    if (fault === null) switches.queue = [];
  }

  /** A fault for the next `times` requests, before any standing one. */
  queue(party: ExternalService, fault: Fault, times = 1): void {
    const { queue } = this.#of(party);
    for (let i = 0; i < times && queue.length < QUEUED_FAULTS_MAX; i++) queue.push(fault);
  }

  /** Every answer of the party waits this long first. */
  setLatency(party: ExternalService, latencyMs: number): void {
    this.#of(party).latencyMs = Math.min(Math.max(latencyMs, 0), LATENCY_MAX_MS);
  }

  /** What befalls the request that is being handled now; uses up one queued fault. */
  takeFor(party: ExternalService): TakenFault {
    const switches = this.#of(party);
    return { latencyMs: switches.latencyMs, fault: switches.queue.shift() ?? switches.standing };
  }

  clear(): void {
    this.#switches.clear();
  }

  /** The state of every party's switches, for the home page. */
  list(): { party: ExternalService; latencyMs: number; standing: Fault | null; queued: number }[] {
    return EXTERNAL_SERVICES.map((party) => {
      const { latencyMs, standing, queue } = this.#of(party);
      return { party, latencyMs, standing, queued: queue.length };
    });
  }

  #of(party: ExternalService): Switches {
    const known = this.#switches.get(party);
    if (known) return known;
    const fresh: Switches = { latencyMs: 0, standing: null, queue: [] };
    this.#switches.set(party, fresh);
    return fresh;
  }
}
