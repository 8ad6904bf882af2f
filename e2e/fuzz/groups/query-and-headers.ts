import fc from "fast-check";
import { callerCookie, hostileHeader, hostileQuery, hostileSegment, methods, withCookie } from "../arbitraries";
import type { FuzzCase, FuzzContext, FuzzGroup } from "../fuzz-group";

const PATHS = [
  "/api/video/status",
  "/api/image/generate",
  "/api/chat/stream",
  "/api/upload/image",
  "/api/upload/simple",
  "/api/payments/provider/checkout",
  "/api/payments/provider/redirect-placeholder",
  "/api/cron/subscription-grants",
  "/api/cron/grant-subscription-credits",
  "/api/admin/users/nobody/credits",
  "/api/auth/sign-up",
  "/api",
  "/api/",
];
const HEADERS = [
  "origin",
  "referer",
  "sec-fetch-site",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-for",
  "x-request-id",
  "x-http-method-override",
  "x-original-url",
  "accept",
  "accept-language",
  "accept-encoding",
  "content-type",
  "idempotency-key",
  "authorization",
  "if-none-match",
  "if-modified-since",
  "range",
  "user-agent",
  "x-remix-response",
  "purpose",
];
const SHARP_VALUES = [
  "null",
  "cross-site",
  "https://elsewhere.example",
  "bytes=0-,0-,0-",
  "*",
  "gzip;q=NaN",
  "zh-Hans-x-\u00ff",
];

/** Once its dots are resolved, a path may leave the API. */
function isApi(path: string): boolean {
  return /^\/api(?:\/|$)/.test(new URL(path, "http://a.example").pathname);
}

/** Every API path without a body, with headers that no browser sends. */
export function queryAndHeadersGroup(world: FuzzContext): FuzzGroup {
  const path = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...PATHS) },
    {
      weight: 2,
      arbitrary: fc.array(hostileSegment, { minLength: 1, maxLength: 4 }).map((parts) => `/api/${parts.join("/")}`),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...PATHS), hostileSegment).map(([known, more]) => `${known}/${more}`),
    },
    { weight: 1, arbitrary: hostileSegment.map((provider) => `/api/payments/${provider}/redirect-placeholder`) },
  );
  const headers = fc.array(
    fc.tuple(fc.constantFrom(...HEADERS), fc.oneof(fc.constantFrom(...SHARP_VALUES), hostileHeader)),
    { maxLength: 4 },
  );
  const cases = fc
    .tuple(
      methods,
      path,
      hostileQuery(["taskId", "historyId", "limit", "catchUp", "_data", "_routes", "index"]),
      callerCookie(world),
      headers,
    )
    .map(
      ([method, target, query, cookie, sent]): FuzzCase => ({
        request: {
          method,
          path: `${target}?${query}`.slice(0, 8_000),
          headers: withCookie(cookie, Object.fromEntries(sent)),
          body: null,
        },
        expected: { statuses: [200, 302, 400, 401, 403, 404, 405], errors: isApi(target) ? "rest" : "page" },
      }),
    );
  return { name: "queries and headers", cases };
}
