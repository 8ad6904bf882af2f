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
  it("sends the product to the provider, with the key, the buyer and the metadata", async () => {
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

  it("takes `url` where the response has no `checkout_url`", async () => {
    respondAt(server, CHECKOUTS, () => json({ url: "https://pay.test/c/2" }));
    expect(await provider.createCheckout(request)).toEqual({ id: null, url: "https://pay.test/c/2" });
  });

  it("prefers `checkout_url` where the response has both", async () => {
    respondAt(server, CHECKOUTS, () => json({ url: "https://pay.test/api/c/3", checkout_url: "https://pay.test/c/3" }));
    expect(await provider.createCheckout(request)).toEqual({ id: null, url: "https://pay.test/c/3" });
  });

  it.each([
    { url: "", checkout_url: "https://pay.test/c/4" },
    { url: "https://pay.test/c/4", checkout_url: "" },
  ])("takes the address that can be opened where the other is empty", async (body) => {
    respondAt(server, CHECKOUTS, () => json(body));
    expect(await provider.createCheckout(request)).toEqual({ id: null, url: "https://pay.test/c/4" });
  });

  it.each(["", "/", "/v1", "/v1/", "/v1//", "//v1/"])(
    "reaches the provider at a base address that ends in %j",
    async (end) => {
      for (const base of ["https://pay.test/base", "https://pay.test"]) {
        const seen = respondAt(server, `${base}/v1/checkouts`, () => json({ url: "https://pay.test/c/7" }));
        await createCreemProvider({ apiBase: `${base}${end}`, apiKey: "key-1" }).createCheckout(request);
        expect(seen).toHaveLength(1);
      }
    },
  );

  it.each<[string, () => Response | Promise<Response>]>([
    ["responds with 400", () => json({ status: 400, error: "Bad Request", message: ["no such product"] }, 400)],
    ["responds with 403", () => json({ status: 403, error: "Forbidden" }, 403)],
    ["responds with 429", () => json({}, 429)],
    ["responds with 500", () => json({ error: "database at 10.0.0.7" }, 500)],
    ["responds with an error page", () => html(502)],
    ["responds with a page and 200", () => html(200)],
    ["responds with broken JSON", badJson],
    ["sends an empty response", empty],
    ["responds without an address", () => json({ id: "ch_1" })],
    ["responds with an address that is not http(s)", () => json({ checkout_url: "javascript:alert(1)" })],
    ["responds with an address that is no text", () => json({ checkout_url: 7 })],
    ["responds with a list", () => json([])],
    ["responds with 500 with an address", () => json({ checkout_url: "https://pay.test/c/5" }, 500)],
    ["cannot be reached", unreachable],
  ])("fails as upstream_failed when the provider %s", async (_name, respond) => {
    const seen = respondAt(server, CHECKOUTS, respond);
    const error = await rejection(provider.createCheckout(request));
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: "upstream_failed", message: "Failed to create checkout" });
    expect(error).toHaveProperty("cause", expect.anything());
    expect(seen).toHaveLength(1);
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ["does not respond", neverResponds],
    ["stops in the middle of its response", () => stalledBody('{"checkout_url":', "application/json")],
  ])("gives up when the provider %s", async (_name, respond) => {
    respondAt(server, CHECKOUTS, respond);
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

  it("fails on a response that does not end", async () => {
    respondAt(server, CHECKOUTS, () => endlessBody("application/json"));
    expect(await rejection(provider.createCheckout(request))).toMatchObject({
      code: "upstream_failed",
      cause: { message: "The answer is too large" },
    });
  });

  it("times out within the promised ten seconds", () => {
    expect(CHECKOUT_TIMEOUT_MS).toBeLessThanOrEqual(10_000);
  });
});

describe("cancelSubscription", () => {
  const CANCEL = "https://pay.test/base/v1/subscriptions/sub%2F1/cancel";

  it.each([
    ["scheduled", "scheduled_cancel"],
    ["immediate", "canceled"],
  ] as const)("requests the %s end, and returns the state of the subscription", async (mode, status) => {
    const seen = respondAt(server, CANCEL, () => json({ id: "sub/1", status }));
    expect(await provider.cancelSubscription("sub/1", mode)).toEqual({ id: "sub/1", status });
    expect(seen.map(({ method, body }) => [method, body])).toEqual([["POST", { mode }]]);
  });

  const SUBSCRIPTIONS = "https://pay.test/base/v1/subscriptions";
  const refuse = () => json({ status: 400, error: "Bad Request" }, 400);

  it("is no failure where one that is to end with its period is refused because it does so already", async () => {
    respondAt(server, CANCEL, refuse);
    respondAt(server, SUBSCRIPTIONS, () => json({ id: "sub/1", status: "scheduled_cancel" }));
    expect(await provider.cancelSubscription("sub/1", "scheduled")).toMatchObject({ status: "scheduled_cancel" });
    expect(await rejection(provider.cancelSubscription("sub/1", "immediate"))).toMatchObject({ status: 400 });
  });

  it("is no failure where the provider refuses because it has canceled before", async () => {
    respondAt(server, CANCEL, refuse);
    const reads = respondAt(server, SUBSCRIPTIONS, () => json({ id: "sub/1", status: "canceled" }));
    expect(await provider.cancelSubscription("sub/1", "immediate")).toEqual({ id: "sub/1", status: "canceled" });
    expect(reads.map(({ method }) => method)).toEqual(["GET"]);
  });

  it.each([
    ["has it active", () => json({ id: "sub/1", status: "active" })],
    ["has it expired", () => json({ id: "sub/1", status: "expired" })],
    ["does not know it", () => json({}, 404)],
  ])("fails as refused where the provider refuses and %s", async (_name, respond) => {
    respondAt(server, CANCEL, refuse);
    respondAt(server, SUBSCRIPTIONS, respond);
    expect(await rejection(provider.cancelSubscription("sub/1", "immediate"))).toMatchObject({
      message: "The payment provider refused the call (400)",
      status: 400,
    });
  });

  it("sends no further request to a provider that failed", async () => {
    respondAt(server, CANCEL, () => json({}, 503));
    const reads = respondAt(server, SUBSCRIPTIONS, () => json({ id: "sub/1", status: "canceled" }));
    expect(await rejection(provider.cancelSubscription("sub/1", "immediate"))).toMatchObject({ status: 503 });
    expect(reads).toEqual([]);
  });

  it.each([
    ["sends an unusable response", () => html(200)],
    ["cannot be reached", unreachable],
  ])("fails when the provider %s", async (_name, respond) => {
    respondAt(server, CANCEL, respond);
    expect(await rejection(provider.cancelSubscription("sub/1", "scheduled"))).toBeInstanceOf(UpstreamError);
  });
});

describe("resumeSubscription", () => {
  const RESUME = "https://pay.test/base/v1/subscriptions/sub%2F1/resume";
  const SUBSCRIPTIONS = "https://pay.test/base/v1/subscriptions";

  it("takes the cancellation back, and returns the state of the subscription", async () => {
    const seen = respondAt(server, RESUME, () => json({ id: "sub/1", status: "active" }));
    expect(await provider.resumeSubscription("sub/1")).toEqual({ id: "sub/1", status: "active" });
    expect(seen.map(({ method, body }) => [method, body])).toEqual([["POST", {}]]);
  });

  it.each([
    ["active", null],
    ["scheduled_cancel", 400],
    ["canceled", 400],
  ])("that the provider refuses while it is %s: fails with %j", async (status, failure) => {
    respondAt(server, RESUME, () => json({ status: 400, error: "Bad Request" }, 400));
    respondAt(server, SUBSCRIPTIONS, () => json({ id: "sub/1", status }));
    const resumed = provider.resumeSubscription("sub/1");
    if (failure === null) expect(await resumed).toEqual({ id: "sub/1", status });
    else expect(await rejection(resumed)).toMatchObject({ status: failure });
  });
});

describe("createPortalLink", () => {
  const PORTAL = "https://pay.test/base/v1/customers/billing";

  it("returns the customer's own address", async () => {
    const seen = respondAt(server, PORTAL, () => json({ customer_portal_link: "https://pay.test/portal/x" }));
    expect(await provider.createPortalLink("cust_1")).toBe("https://pay.test/portal/x");
    expect(seen[0]?.body).toEqual({ customer_id: "cust_1" });
  });

  it.each([
    ["refuses", () => json({}, 404)],
    ["names no address", () => json({})],
    ["names an address that is not http(s)", () => json({ customer_portal_link: "javascript:alert(1)" })],
  ])("fails when the provider %s", async (_name, respond) => {
    respondAt(server, PORTAL, respond);
    expect(await rejection(provider.createPortalLink("cust_1"))).toBeInstanceOf(UpstreamError);
  });
});

describe("moderatePrompt", () => {
  const MODERATION = "https://pay.test/base/v1/moderation/prompt";

  it("returns the decision", async () => {
    const seen = respondAt(server, MODERATION, () => json({ id: "mod_1", prompt: "a cat", decision: "flag" }));
    expect(await provider.moderatePrompt("a cat", "user-1")).toBe("flag");
    expect(seen[0]?.headers.get("x-api-key")).toBe("key-1");
    expect(seen[0]?.body).toEqual({ prompt: "a cat", external_id: "user-1" });
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ["refuses", () => json({ status: 403, error: "Forbidden" }, 403)],
    ["fails", () => html(503)],
    ["makes no decision", () => json({ id: "mod_1" })],
    ["makes one that is not known", () => json({ decision: "review" })],
    ["cannot be reached", unreachable],
    ["never responds", neverResponds],
  ])("fails when the provider %s", async (_name, respond) => {
    respondAt(server, MODERATION, respond);
    expect(await rejection(hastyProvider.moderatePrompt("a cat", "user-1"))).toBeInstanceOf(UpstreamError);
  });
});
