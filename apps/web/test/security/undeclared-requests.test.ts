import { faultScale } from "@app/sandbox/testing/fault-tests";
import { beforeAll, expect, it } from "vitest";
import { useWholeApp } from "../whole-app";
import { CALLER_NAMES, type Caller, type CallerName, createCallers } from "./callers";
import { createFingerprint, send } from "./effects";
import { undeclaredRequests } from "./requests";

// Methods and paths outside the access manifest. A file of its own, so that it runs at the same time as authorisation.test.ts, the longest one.
const app = useWholeApp();
/** Those who may do most, and nothing. */
const CALLERS: readonly CallerName[] = faultScale({
  short: ["anonymous", "user", "administrator"],
  long: CALLER_NAMES,
});
let callers: Caller[];
let fingerprint: () => Promise<Record<string, unknown>>;

beforeAll(async () => {
  callers = (await createCallers(app)).filter(({ name }) => CALLERS.includes(name));
  fingerprint = await createFingerprint(app);
});

it.each(undeclaredRequests().map((request) => [`${request.method} ${request.path}`, request] as const))(
  "refuses %s",
  async (_name, request) => {
    const before = await fingerprint();
    const responses = await Promise.all(callers.map(({ headers }) => send(app, request, headers)));
    for (const { status } of responses) expect([404, 405]).toContain(status);
    expect(await fingerprint()).toEqual(before);
  },
);
