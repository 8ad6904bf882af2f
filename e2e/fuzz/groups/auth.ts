import fc from "fast-check";
import { callerCookie, hostileHeader, hostileQuery, hostileSegment, methods, withCookie } from "../arbitraries";
import type { FuzzCase, FuzzContext, FuzzGroup } from "../fuzz-group";

const PATHS = [
  "csrf",
  "session",
  "providers",
  "signin",
  "signin/email",
  "signin/credentials",
  "signin/github",
  "callback/credentials",
  "callback/email",
  "callback/github",
  "callback",
  "signout",
  "error",
  "verify-request",
  "webauthn-options",
  "sign-up",
];
const FIELDS = ["csrfToken", "email", "password", "callbackUrl", "token", "json", "redirect", "error", "code", "state"];

/** Auth.js's paths, with a form that often passes, and the query parameters and cookies it reads. */
export function authGroup(world: FuzzContext): FuzzGroup {
  const path = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...PATHS) },
    fc.tuple(fc.constantFrom(...PATHS), hostileSegment).map((parts) => parts.join("/")),
    hostileSegment,
  );
  const form = hostileQuery(FIELDS).chain((query) =>
    fc.boolean().map((isLetIn) => (isLetIn ? `csrfToken=${world.csrf.token}&${query}` : query)),
  );
  const cookie = fc.oneof(
    { weight: 4, arbitrary: fc.constant(world.csrf.cookie) },
    { weight: 2, arbitrary: callerCookie(world) },
    fc
      .tuple(
        fc.constantFrom("authjs.csrf-token", "authjs.callback-url", "authjs.state", "authjs.pkce.code_verifier"),
        hostileHeader,
      )
      .map(([name, value]) => `${name}=${value}; ${world.csrf.cookie}`),
  );
  const cases = fc
    .tuple(
      methods,
      path,
      hostileQuery(FIELDS),
      form,
      cookie,
      fc.constantFrom(
        "application/x-www-form-urlencoded",
        "application/x-www-form-urlencoded",
        "application/json",
        "text/plain",
        "multipart/form-data; boundary=x",
      ),
    )
    .map(([method, action, query, body, sent, type]): FuzzCase => {
      const hasBody = method === "POST" || method === "PUT" || method === "PATCH";
      return {
        request: {
          method,
          path: `/api/auth/${action}?${query}`.slice(0, 8_000),
          headers: withCookie(sent.slice(0, 4_000), hasBody ? { "content-type": type } : {}),
          body: hasBody ? Buffer.from(body) : null,
        },
        expected: { statuses: [200, 302, 400, 403, 404, 405, 413], errors: "rest" },
      };
    });
  return { name: "Auth.js", cases };
}
