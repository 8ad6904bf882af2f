import type { Context, MiddlewareHandler } from "hono";
import type { ExternalService, Fault, Faults } from "./faults";
import { pause } from "./pause";

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
