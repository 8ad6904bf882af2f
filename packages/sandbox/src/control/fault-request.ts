import { z } from "zod";
import { EXTERNAL_SERVICES, FaultSchema, type Faults, LATENCY_MAX_MS, QUEUED_FAULTS_MAX } from "../faults";

/** `times` absent makes the fault stand; `fault: null` lifts it; `latencyMs` alone changes only the latency. */
export const FaultRequest = z.strictObject({
  party: z.enum(EXTERNAL_SERVICES),
  fault: FaultSchema.nullable().optional(),
  times: z.int().min(1).max(QUEUED_FAULTS_MAX).optional(),
  latencyMs: z.int().min(0).max(LATENCY_MAX_MS).optional(),
});
export type FaultRequest = z.output<typeof FaultRequest>;

export function applyFaultRequest(faults: Faults, request: FaultRequest): void {
  const { party, fault, times, latencyMs } = request;
  if (latencyMs !== undefined) faults.setLatency(party, latencyMs);
  if (fault === undefined) return;
  if (fault !== null && times !== undefined) faults.queue(party, fault, times);
  else faults.set(party, fault);
}

/** The same request from the form of the home page, where every value is text and empty means absent. */
export function readFaultForm(form: URLSearchParams): unknown {
  const number = (name: string) => (form.get(name) ? Number(form.get(name)) : undefined);
  const kind = form.get("kind");
  const fault = kind === "none" ? null : kind === "status" ? { kind, status: number("status") } : { kind };
  return { party: form.get("party"), fault, times: number("times"), latencyMs: number("latencyMs") };
}
