import type { Context, MiddlewareHandler } from "hono";
import { z } from "zod";
import { pause } from "./bounded";

/** The services that can be made to fail. `files` are the URLs of generated files. */
export const EXTERNAL_SERVICES = ["payment", "chat", "image", "video", "files", "storage", "mail"] as const;
export type ExternalService = (typeof EXTERNAL_SERVICES)[number];

export const LATENCY_MAX_MS = 120_000;
export const QUEUED_FAULTS_MAX = 1_000;

const RETRY_AFTER_MAX_SECONDS = 3_600;

export const FaultSchema = z.discriminatedUnion("kind", [
  /** This status with the service's own error body. */
  z.strictObject({
    kind: z.literal("status"),
    status: z.int().min(400).max(599),
    retryAfterSeconds: z.int().min(0).max(RETRY_AFTER_MAX_SECONDS).optional(),
  }),
  /** The connection breaks before a response. */
  z.strictObject({ kind: z.literal("reset") }),
  /** No response until the caller gives up. */
  z.strictObject({ kind: z.literal("hang") }),
  /** Status 200 with an unexpected body. */
  z.strictObject({ kind: z.literal("html") }),
  z.strictObject({ kind: z.literal("bad_json") }),
  z.strictObject({ kind: z.literal("empty") }),
  /** Chat: the stream ends in the middle, without finish_reason and [DONE]. */
  z.strictObject({ kind: z.literal("cut_stream") }),
  /** Chat: the connection is lost in the middle of the stream. */
  z.strictObject({ kind: z.literal("break_stream") }),
  /** Chat: an event in the middle of the stream is an error. */
  z.strictObject({ kind: z.literal("stream_error") }),
  /** Chat: the response ends in the middle with the finish reason `content_filter`. */
  z.strictObject({ kind: z.literal("content_filter") }),
  /** Chat: the stream stops in the middle and stays open. */
  z.strictObject({ kind: z.literal("stall") }),
  /** Mail: the server refuses connections. */
  z.strictObject({ kind: z.literal("refuse") }),
]);
export type Fault = z.output<typeof FaultSchema>;

export const FAULT_KINDS = FaultSchema.options.map((option) => option.shape.kind.value);

/** What happens to one request. */
export interface TakenFault {
  latencyMs: number;
  fault: Fault | null;
}

interface FaultSettings {
  latencyMs: number;
  standing: Fault | null;
  queue: Fault[];
}

/** The fault settings of all services. Tests and the home page change them. */
export class Faults {
  readonly #settings = new Map<ExternalService, FaultSettings>();

  /** Sets a standing fault. Null removes it and the queued ones. */
  set(service: ExternalService, fault: Fault | null): void {
    const settings = this.#of(service);
    settings.standing = fault;
    if (fault === null) settings.queue = [];
  }

  /** Queues a fault for the next `times` requests. Queued faults come before the standing one. */
  queue(service: ExternalService, fault: Fault, times = 1): void {
    const { queue } = this.#of(service);
    for (let i = 0; i < times && queue.length < QUEUED_FAULTS_MAX; i++) queue.push(fault);
  }

  /** Delays every response of the service. */
  setLatency(service: ExternalService, latencyMs: number): void {
    this.#of(service).latencyMs = Math.min(Math.max(latencyMs, 0), LATENCY_MAX_MS);
  }

  /** The fault and latency for the current request; consumes one queued fault. */
  takeFor(service: ExternalService): TakenFault {
    const settings = this.#of(service);
    return { latencyMs: settings.latencyMs, fault: settings.queue.shift() ?? settings.standing };
  }

  clear(): void {
    this.#settings.clear();
  }

  /** The settings of all services, for the home page and `GET /faults`. */
  list(): { party: ExternalService; latencyMs: number; standing: Fault | null; queued: number }[] {
    return EXTERNAL_SERVICES.map((service) => {
      const { latencyMs, standing, queue } = this.#of(service);
      return { party: service, latencyMs, standing, queued: queue.length };
    });
  }

  #of(service: ExternalService): FaultSettings {
    const existing = this.#settings.get(service);
    if (existing) return existing;
    const created: FaultSettings = { latencyMs: 0, standing: null, queue: [] };
    this.#settings.set(service, created);
    return created;
  }
}

/** A hanging request ends after this time if the caller does not give up. */
export const HANG_MAX_MS = 600_000;

/** The request's fault, for handlers that simulate it themselves, such as a cut stream. */
export interface FaultVariables {
  fault: Fault | null;
}

export type FaultEnv = { Variables: FaultVariables };

/** Responds to a status fault in the service's own error format. */
export type RespondWithStatus = (c: Context<FaultEnv>, status: number) => Response | Promise<Response>;

/** Middleware that simulates a service's faults before its handlers run. */
export function faultGate(
  faults: Faults,
  service: ExternalService,
  respondWithStatus: RespondWithStatus,
): MiddlewareHandler<FaultEnv> {
  return async (c, next) => {
    const { latencyMs, fault } = faults.takeFor(service);
    await pause(latencyMs, c.req.raw.signal);
    c.set("fault", fault);
    const response = fault && (await faultResponse(c, fault, respondWithStatus));
    return response ?? next();
  };
}

async function faultResponse(
  c: Context<FaultEnv>,
  fault: Fault,
  respondWithStatus: RespondWithStatus,
): Promise<Response | null> {
  switch (fault.kind) {
    case "status": {
      const response = await respondWithStatus(c, fault.status);
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

/** A broken connection: the HTTP server destroys the socket, and msw reports a network error. */
function connectionError(): Response {
  return Response.error();
}
