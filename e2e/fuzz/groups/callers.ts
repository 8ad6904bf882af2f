import fc from "fast-check";
import type { FuzzContext } from "../fuzz-group";
import { hostileHeader } from "../wire";

/** Mostly people who are let in: a refusal at the door says little about what is behind it. */
export function callerCookie(world: FuzzContext): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(world.userCookie) },
    { weight: 8, arbitrary: fc.constant(world.adminCookie) },
    { weight: 1, arbitrary: fc.constant("") },
    { weight: 1, arbitrary: hostileHeader.map((value) => `authjs.session-token=${value}`) },
  );
}

/** As a record of headers; an empty cookie is none. */
export function withCookie(cookie: string, headers: Record<string, string> = {}): Record<string, string> {
  return cookie === "" ? headers : { ...headers, cookie };
}

export const methods = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("GET", "POST") },
  { weight: 1, arbitrary: fc.constantFrom("HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "TRACE", "SEARCH") },
);
