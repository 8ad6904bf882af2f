import fc from "fast-check";
import { callerCookie, hostileHeader, hostileQuery, hostileSegment, withCookie } from "../arbitraries";
import type { FuzzCase, FuzzContext, FuzzGroup } from "../fuzz-group";

const PAGES = [
  "",
  "pricing",
  "developers",
  "terms",
  "privacy",
  "contact",
  "sign-in",
  "sign-in/sent",
  "sign-in/code",
  "verify-email",
  "sign-up",
  "forgot-password",
  "reset-password",
  "dashboard",
  "account",
  "account/deleted",
  "account/export.json",
  "account/webhooks/none",
  "billing",
  "billing/ledger.csv",
  "billing/receipts/none",
  "chat",
  "chat/none",
  "image",
  "video",
  "history",
  "history/none/file",
  "s/none",
  "s/none/file",
  "admin",
  "admin/users",
  "admin/users/none",
  "admin/credits",
  "admin/payments",
  "admin/schedules",
  "admin/subscriptions",
  "admin/audit",
  "admin/system",
  "admin/ledger.csv",
  "admin/webhooks",
  "admin/webhooks/none",
];
const NAMES = [
  "q",
  "search",
  "page",
  "cursor",
  "limit",
  "type",
  "status",
  "reason",
  "from",
  "to",
  "favorites",
  "collection",
  "userId",
  "action",
  "outcome",
  "eventType",
  "callbackUrl",
  "error",
  "ban",
  "token",
  "plan",
  "checkout_id",
  "days",
  "order",
  "_routes",
  "tab",
  "cycle",
  "buy",
  "apiKey",
];

/** Pages and their data requests in both languages, for all kinds of users. */
export function pagesGroup(world: FuzzContext): FuzzGroup {
  const page = fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...PAGES) },
    fc.tuple(fc.constantFrom(...PAGES), hostileSegment).map((parts) => parts.join("/")),
    fc.array(hostileSegment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/")),
  );
  const locale = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("", "zh/") },
    hostileSegment.map((segment) => `${segment}/`),
  );
  const suffix = fc.oneof({ weight: 3, arbitrary: fc.constant("") }, fc.constant(".data"));
  const cases = fc
    .tuple(
      fc.oneof({ weight: 12, arbitrary: fc.constant("GET") }, fc.constantFrom("POST", "HEAD", "PUT", "OPTIONS")),
      locale,
      page,
      suffix,
      hostileQuery(NAMES),
      callerCookie(world),
      fc.oneof({ weight: 3, arbitrary: fc.constant("Mozilla/5.0") }, fc.constant("Googlebot"), hostileHeader),
    )
    .map(
      ([method, language, path, end, query, cookie, agent]): FuzzCase => ({
        request: {
          method,
          path: `/${language}${path}${end}?${query}`.slice(0, 8_000),
          headers: withCookie(cookie, {
            "user-agent": agent,
            ...(method === "POST" || method === "PUT" ? { "content-type": "application/x-www-form-urlencoded" } : {}),
          }),
          body: method === "POST" || method === "PUT" ? Buffer.from(query) : null,
        },
        expected: { statuses: [200, 202, 204, 301, 302, 400, 401, 403, 404, 405, 413], errors: "page" },
      }),
    );
  return { name: "pages", cases };
}
