import type fc from "fast-check";
import type { Expectation } from "./check-answer";
import type { FuzzRequest } from "./send";

/** One request with what it may be answered with. */
export interface FuzzCase {
  request: FuzzRequest;
  expected: Expectation;
}

/** Routes that are fuzzed together, with one figure for all. */
export interface FuzzGroup {
  name: string;
  cases: fc.Arbitrary<FuzzCase>;
}

/** What requests need to get past the first door. */
export interface FuzzContext {
  origin: string;
  userCookie: string;
  adminCookie: string;
  /** Of users nobody is signed in as. */
  victimIds: readonly string[];
  webhookSecret: string;
  cronSecret: string;
  /** Auth.js's token of a form, with the cookie it belongs to. */
  csrf: { token: string; cookie: string };
  procedures: readonly Procedure[];
}

export interface Procedure {
  path: string;
  type: "query" | "mutation";
  fields: readonly string[];
}
