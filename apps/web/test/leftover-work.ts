import { afterAll, expect } from "vitest";
import { workEnded } from "~/server/http/running-work.server";

/** Enough for what a test has begun, on a busy machine. */
const LEFTOVER_MAX_MS = 20_000;

/** Files share the modules of a worker: what one leaves running holds up every server that a later file stops. */
afterAll(async () => {
  const patience = AbortSignal.timeout(LEFTOVER_MAX_MS);
  await workEnded(patience);
  expect(patience.aborted, "this file left requests or streams running").toBe(false);
});
