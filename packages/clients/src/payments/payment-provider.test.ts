import { AppError } from "@app/core/errors";
import { describe, expect, it } from "vitest";
import {
  badJson,
  empty,
  endlessBody,
  html,
  interceptOutbound,
  json,
  neverResponds,
  rejection,
  respondAt,
  stalledBody,
  unreachable,
} from "../../test/upstream";
import { UpstreamError } from "../http/upstream-error";
import { CHECKOUT_TIMEOUT_MS, type CheckoutRequest, createCreemProvider } from "./payment-provider";

const CHECKOUTS = "https://pay.test/base/v1/checkouts";
const server = interceptOutbound();
const provider = createCreemProvider({ apiBase: "https://pay.test/base/", apiKey: "key-1" });
const hastyProvider = createCreemProvider({ apiBase: "https://pay.test/base/", apiKey: "key-1", timeoutMs: 50 });

const request: CheckoutRequest = {
  productId: "prod_1",
  successUrl: "https://app.test/billing?paid=1",
  metadata: { userId: "user-1", key: "pack_200", kind: "one_time" },
  customerEmail: "ann@example.com",
};

describe("createCheckout", () => {
  it("asks the provider for the product, with the key, the buyer and the metadata", async () => {
    const seen = respondAt(server, CHECKOUTS, () =>
      json({ id: "ch_1", checkout_url: "https://pay.test/checkout/ch_1" }),
    );
    expect(await provider.createCheckout(request)).toEqual({ id: "ch_1", url: "https://pay.test/checkout/ch_1" });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.method).toBe("POST");
    expect(seen[0]?.headers.get("x-api-key")).toBe("key-1");
    expect(seen[0]?.headers.get("content-type")).toBe("application/json");
    expect(seen[0]?.body).toEqual({
      product_id: "prod_1",
      customer: { email: "ann@example.com" },
      success_url: "https://app.test/billing?paid=1",
      metadata: { userId: "user-1", key: "pack_200", kind: "one_time" },
    });
  });

  it("takes `url` where the answer has no `checkout_url`", async () => {
    respondAt(server, CHECKOUTS, () => json({ url: "https://pay.test/c/2" }));
    expect(await provider.createCheckout(request)).toEqual({ id: null, url: "https://pay.test/c/2" });
  });

  it("prefers `checkout_url` where the answer has both", async () => {
    respondAt(server, CHECKOUTS, () => json({ url: "https://pay.test/api/c/3", checkout_url: "https://pay.test/c/3" }));
    expect(await provider.createCheckout(request)).toEqual({ id: null, url: "https://pay.test/c/3" });
  });

  it.each(["", "/", "/v1", "/v1/", "/v1//", "//v1/"])(
    "finds the provider at a base address that ends in %j",
    async (end) => {
      for (const base of ["https://pay.test/base", "https://pay.test"]) {
        const seen = respondAt(server, `${base}/v1/checkouts`, () => json({ url: "https://pay.test/c/7" }));
        await createCreemProvider({ apiBase: `${base}${end}`, apiKey: "key-1" }).createCheckout(request);
        expect(seen).toHaveLength(1);
      }
    },
  );

  it.each<[string, () => Response | Promise<Response>]>([
    ["answers 400", () => json({ status: 400, error: "Bad Request", message: ["no such product"] }, 400)],
    ["answers 403", () => json({ status: 403, error: "Forbidden" }, 403)],
    ["answers 429", () => json({}, 429)],
    ["answers 500", () => json({ error: "database at 10.0.0.7" }, 500)],
    ["answers an error page", () => html(502)],
    ["answers a page with 200", () => html(200)],
    ["answers broken JSON", badJson],
    ["answers nothing", empty],
    ["answers without an address", () => json({ id: "ch_1" })],
    ["answers an address that is not http(s)", () => json({ checkout_url: "javascript:alert(1)" })],
    ["answers an address that is no text", () => json({ checkout_url: 7 })],
    ["answers a list", () => json([])],
    ["answers 500 with an address", () => json({ checkout_url: "https://pay.test/c/5" }, 500)],
    ["cannot be reached", unreachable],
  ])("fails as upstream_failed when the provider %s", async (_name, answer) => {
    const seen = respondAt(server, CHECKOUTS, answer);
    const error = await rejection(provider.createCheckout(request));
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: "upstream_failed", message: "Failed to create checkout" });
    expect(error).toHaveProperty("cause", expect.anything());
    expect(seen).toHaveLength(1);
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ["does not answer", neverResponds],
    ["stops in the middle of its answer", () => stalledBody('{"checkout_url":', "application/json")],
  ])("gives up when the provider %s", async (_name, answer) => {
    respondAt(server, CHECKOUTS, answer);
    const error = await rejection(hastyProvider.createCheckout(request));
    expect(error).toMatchObject({ code: "upstream_failed", cause: { name: "DeadlineError" } });
  });

  it("does not carry the key and the order to where the provider redirects", async () => {
    respondAt(server, CHECKOUTS, () => Response.redirect("https://elsewhere.test/", 303));
    const elsewhere = respondAt(server, "https://elsewhere.test/", () =>
      json({ checkout_url: "https://pay.test/c/6" }),
    );
    expect(await rejection(provider.createCheckout(request))).toMatchObject({ code: "upstream_failed" });
    expect(elsewhere).toHaveLength(0);
  });

  it("fails on an answer that does not end", async () => {
    respondAt(server, CHECKOUTS, () => endlessBody("application/json"));
    expect(await rejection(provider.createCheckout(request))).toMatchObject({
      code: "upstream_failed",
      cause: { message: "The answer is too large" },
    });
  });

  it("gives up within the ten seconds callers are promised", () => {
    expect(CHECKOUT_TIMEOUT_MS).toBeLessThanOrEqual(10_000);
  });
});

describe("endSubscription", () => {
  const CANCEL = "https://pay.test/base/v1/subscriptions/sub%2F1/cancel";

  it.each([
    ["scheduled", "scheduled_cancel"],
    ["immediate", "canceled"],
  ] as const)("asks for the %s end, and tells what became of the subscription", async (mode, status) => {
    const seen = respondAt(server, CANCEL, () => json({ id: "sub/1", status }));
    expect(await provider.cancelSubscription("sub/1", mode)).toEqual({ id: "sub/1", status });
    expect(seen.map(({ method, body }) => [method, body])).toEqual([["POST", { mode }]]);
  });

  const SUBSCRIPTIONS = "https://pay.test/base/v1/subscriptions";
  const refuse = () => json({ status: 400, error: "Bad Request" }, 400);

  it("is no failure where the provider refuses because it has canceled before", async () => {
    respondAt(server, CANCEL, refuse);
    const asked = respondAt(server, SUBSCRIPTIONS, () => json({ id: "sub/1", status: "canceled" }));
    expect(await provider.cancelSubscription("sub/1", "immediate")).toEqual({ id: "sub/1", status: "canceled" });
    expect(asked.map(({ method }) => method)).toEqual(["GET"]);
  });

  it.each([
    ["has it active", () => json({ id: "sub/1", status: "active" })],
    ["has it expired", () => json({ id: "sub/1", status: "expired" })],
    ["does not know it", () => json({}, 404)],
  ])("fails as refused where the provider refuses and %s", async (_name, answer) => {
    respondAt(server, CANCEL, refuse);
    respondAt(server, SUBSCRIPTIONS, answer);
    expect(await rejection(provider.cancelSubscription("sub/1", "immediate"))).toMatchObject({
      message: "The payment provider refused the call (400)",
      status: 400,
    });
  });

  it("asks nothing more of a provider that failed", async () => {
    respondAt(server, CANCEL, () => json({}, 503));
    const asked = respondAt(server, SUBSCRIPTIONS, () => json({ id: "sub/1", status: "canceled" }));
    expect(await rejection(provider.cancelSubscription("sub/1", "immediate"))).toMatchObject({ status: 503 });
    expect(asked).toEqual([]);
  });

  it.each([
    ["answers nonsense", () => html(200)],
    ["cannot be reached", unreachable],
  ])("fails when the provider %s", async (_name, answer) => {
    respondAt(server, CANCEL, answer);
    expect(await rejection(provider.cancelSubscription("sub/1", "scheduled"))).toBeInstanceOf(UpstreamError);
  });
});

describe("createPortalLink", () => {
  const PORTAL = "https://pay.test/base/v1/customers/billing";

  it("asks for the customer's own address", async () => {
    const seen = respondAt(server, PORTAL, () => json({ customer_portal_link: "https://pay.test/portal/x" }));
    expect(await provider.createPortalLink("cust_1")).toBe("https://pay.test/portal/x");
    expect(seen[0]?.body).toEqual({ customer_id: "cust_1" });
  });

  it.each([
    ["refuses", () => json({}, 404)],
    ["names no address", () => json({})],
    ["names an address that is not http(s)", () => json({ customer_portal_link: "javascript:alert(1)" })],
  ])("fails when the provider %s", async (_name, answer) => {
    respondAt(server, PORTAL, answer);
    expect(await rejection(provider.createPortalLink("cust_1"))).toBeInstanceOf(UpstreamError);
  });
});
