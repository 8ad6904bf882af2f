import type { Context, MiddlewareHandler } from "hono";
import { z } from "zod";
import { pause } from "./bounded";

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

/** A request nobody gives up on is let go after this long. */
export const HANG_MAX_MS = 600_000;

/** What the gate leaves for the handler: a fault only the handler can play, such as a cut stream. */
export interface FaultVariables {
  fault: Fault | null;
}

export type FaultEnv = { Variables: FaultVariables };

/** Answers a status fault in the party's own error shape. */
export type RespondWithStatus = (c: Context<FaultEnv>, status: number) => Response | Promise<Response>;

/** Plays the party's fault in front of its handlers. */
export function faultGate(
  faults: Faults,
  party: ExternalService,
  answerStatus: RespondWithStatus,
): MiddlewareHandler<FaultEnv> {
  return async (c, next) => {
    const { latencyMs, fault } = faults.takeFor(party);
    await pause(latencyMs, c.req.raw.signal);
    c.set("fault", fault);
    const answer = fault && (await faultResponse(c, fault, answerStatus));
    return answer ?? next();
  };
}

async function faultResponse(
  c: Context<FaultEnv>,
  fault: Fault,
  answerStatus: RespondWithStatus,
): Promise<Response | null> {
  switch (fault.kind) {
    case "status": {
      const response = await answerStatus(c, fault.status);
      if (fault.retryAfterSeconds !== undefined) response.headers.set("retry-after", String(fault.retryAfterSeconds));
      return response;
    }
    case "reset":
      return connectionError();
    case "hang":
      await pause(HANG_MAX_MS, c.req.raw.signal);
      return connectionError();
    case "html":
      return c.html("<!doctype html><title>Maintenance</title><h1>We will be back soon</h1>");
    case "bad_json":
      return c.body('{"id":"tru', 200, { "content-type": "application/json" });
    case "empty":
      return c.body(null, 200);
    default:
      return null;
  }
}

/** Stands for a broken connection: the server in front destroys the socket, msw reports a network error. */
function connectionError(): Response {
  return Response.error();
}
