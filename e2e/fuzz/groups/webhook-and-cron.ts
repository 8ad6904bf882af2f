import { createHmac } from "node:crypto";
import fc from "fast-check";
import { hostileBody, hostileHeader, hostileJson, hostileObject, hostileQuery, hostileText } from "../arbitraries";
import type { FuzzCase, FuzzContext, FuzzGroup } from "../fuzz-group";

const TYPES = [
  "checkout.completed",
  "subscription.paid",
  "subscription.active",
  "subscription.canceled",
  "subscription.expired",
  "refund.created",
  "dispute.created",
  "unheard.of",
  "",
];
const KEYS = ["pack_200", "starter_monthly", "pro_yearly", "free", "__proto__"];

/** Events in the simple shape, so that some are accepted. All grants must be in the ledger. */
function event(world: FuzzContext): fc.Arbitrary<Buffer> {
  const metadata = hostileObject({
    userId: [...world.victimIds, "nobody"],
    key: KEYS,
    kind: ["subscription", "one_time"],
  });
  const order = hostileObject({
    id: ["ord_1", "ord_2", "ord_3"],
    amount: [990, 0, -5],
    currency: ["usd"],
    subscription_id: ["sub_1", "sub_2"],
    current_period_end_date: ["2027-01-01T00:00:00Z", "nonsense"],
  });
  const object = fc
    .tuple(metadata, fc.oneof({ weight: 5, arbitrary: order }, hostileJson), hostileText)
    .map(
      ([data, bought, id]) =>
        `{"id":${JSON.stringify(id)},"metadata":${data},"order":${bought},"subscription":${bought}}`,
    );
  return fc
    .tuple(
      fc.oneof(fc.constantFrom(...TYPES), hostileText),
      fc.oneof({ weight: 6, arbitrary: object }, hostileJson),
      fc.oneof(fc.constantFrom("1767225600000", '"2026-01-01"'), hostileJson),
    )
    .map(([type, content, at]) =>
      Buffer.from(`{"id":"evt","eventType":${JSON.stringify(type)},"object":${content},"created_at":${at}}`),
    );
}

export function webhookAndCronGroup(world: FuzzContext): FuzzGroup {
  const sign = (body: Buffer) => createHmac("sha256", world.webhookSecret).update(body).digest("hex");
  const webhook = fc
    .tuple(
      fc.oneof({ weight: 4, arbitrary: event(world) }, hostileBody({ eventType: TYPES, object: [{}] })),
      fc.constantFrom("provider-signature", "x-provider-signature", "creem-signature"),
      fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, hostileHeader),
      fc.constantFrom("provider", "creem"),
    )
    .map(
      ([body, header, wrongSignature, provider]): FuzzCase => ({
        request: {
          method: "POST",
          path: `/api/payments/${provider}/webhook`,
          headers: { "content-type": "application/json", [header]: wrongSignature ?? sign(body) },
          body,
        },
        expected: { statuses: [200, 400, 401, 413], errors: "rest" },
      }),
    );
  const cron = fc
    .tuple(
      fc.constantFrom("/api/cron/subscription-grants", "/api/cron/grant-subscription-credits"),
      fc.constantFrom("GET", "POST"),
      hostileQuery(["limit", "catchUp"]),
      fc.oneof(
        { weight: 4, arbitrary: fc.constant(`Bearer ${world.cronSecret}`) },
        hostileHeader,
        hostileHeader.map((text) => `Basic ${text}`),
      ),
    )
    .map(
      ([path, method, query, authorization]): FuzzCase => ({
        request: { method, path: `${path}?${query}`.slice(0, 8_000), headers: { authorization }, body: null },
        expected: { statuses: [200, 401, 405], errors: "rest" },
      }),
    );
  return {
    name: "webhook and cron",
    cases: fc.oneof({ weight: 3, arbitrary: webhook }, { weight: 1, arbitrary: cron }),
  };
}
