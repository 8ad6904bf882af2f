import { CATALOGUE_KEYS } from "@app/core/billing/catalogue";
import type { Fault } from "@app/sandbox/faults";
import { TEST_KEYS, TEST_ORIGINS } from "@app/sandbox/testing/test-sandbox";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, type SignedInUser, signedInUser } from "../../../test/api-client";
import { TEST_APP_URL, useTestApp } from "../../../test/app";
import { countRows } from "../../../test/billing-state";
import {
  itRefusesBadBodies,
  itRefusesOtherMethods,
  itRefusesOtherSites,
  itRefusesTheBanned,
  itRefusesTheSignedOut,
} from "../../../test/refusal-contract";

const app = useTestApp();
const PATH = "/api/payments/provider/checkout";
const RETURN = { successUrl: "https://genmint.example/billing?paid=1", cancelUrl: "https://genmint.example/billing" };
/** What callers are promised an answer within. */
const ANSWER_MAX_MS = 10_000;

const sendBadInput = (client: ApiClient, headers?: Record<string, string>) =>
  client.post(PATH, { key: "gold" }, headers);

let user: SignedInUser;
beforeAll(async () => {
  user = await signedInUser(app);
});
beforeEach(() => {
  app.sandbox.faults.clear();
  app.sandbox.requests.length = 0;
});

describe("200", () => {
  it.each(CATALOGUE_KEYS)("%s: answers with the provider's address, and writes nothing", async (key) => {
    const before = await countRows(app);
    const response = await user.client.post(PATH, { key, ...RETURN });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ url: expect.stringMatching(`^${TEST_ORIGINS.payment}/checkout/ch_`) });
    expect(await countRows(app)).toEqual(before);

    const kind = key === "pack_200" ? "one_time" : "subscription";
    expect(app.sandbox.requests).toHaveLength(1);
    const [request] = app.sandbox.requests;
    expect(request).toMatchObject({ method: "POST", url: `${TEST_ORIGINS.payment}/v1/checkouts` });
    expect(request?.headers["x-api-key"]).toBe(TEST_KEYS.providerApiKey);
    expect(JSON.parse(request?.body ?? "")).toEqual({
      product_id: key,
      success_url: RETURN.successUrl,
      customer: { email: user.email },
      metadata: { userId: user.id, key, kind },
    });
  });

  it("answers under the provider's own name, and ignores fields it does not know", async () => {
    const response = await user.client.post("/api/payments/creem/checkout", {
      key: "pack_200",
      ...RETURN,
      userId: "someone else",
      metadata: { userId: "someone else" },
    });
    expect(response.status).toBe(200);
    expect(JSON.parse(app.sandbox.requests[0]?.body ?? "").metadata.userId).toBe(user.id);
  });

  it("takes any http(s) return address", async () => {
    const body = { key: "pack_200", successUrl: "http://localhost:5173/done", cancelUrl: "HTTPS://elsewhere.example" };
    expect(await user.client.post(PATH, body)).toMatchObject({ status: 200 });
  });
});

describe("200 without return addresses", () => {
  it("leads back to the billing page", async () => {
    const user = await signedInUser(app);
    const before = app.sandbox.requests.length;
    expect(await user.client.post(PATH, { key: "pack_200", cancelUrl: null })).toMatchObject({ status: 200 });
    const { success_url } = JSON.parse(app.sandbox.requests[before]?.body ?? "");
    expect(success_url).toBe(`${TEST_APP_URL}/billing?success=1`);
  });
});

describe("400", () => {
  const KEYS = `key must be one of ${CATALOGUE_KEYS.join(", ")}`;
  const valid = { key: "pack_200", ...RETURN };

  itRefusesBadBodies(app, PATH, [
    [{}, KEYS],
    [{ ...RETURN }, KEYS],
    ...["gold", "free", "", "PACK_200", "__proto__", "constructor", "pack_200\0", null, 5, ["pack_200"], {}].map(
      (key) => [{ ...valid, key }, KEYS] as const,
    ),
    ...(["successUrl", "cancelUrl"] as const).flatMap((field) => [
      [{ ...valid, [field]: 5 }, `${field} must be a string`] as const,
      [{ ...valid, [field]: ["https://a.example"] }, `${field} must be a string`] as const,
      [{ ...valid, [field]: "https://a.example/\0" }, `${field} must not contain NUL characters`] as const,
      ...[
        "/billing",
        "a.example",
        "//a.example",
        "javascript:alert(1)",
        "ftp://a.example",
        "https://",
        "https:a.example",
        "https://a.example/ b",
      ].map((url) => [{ ...valid, [field]: url }, `${field} must be an absolute http(s) URL`] as const),
    ]),
  ]);
});

describe("401", () => itRefusesTheSignedOut(app, sendBadInput));

describe("403: banned", () => itRefusesTheBanned(app, sendBadInput));

describe("403: cross-site", () => itRefusesOtherSites(app, sendBadInput));

describe("404", () => {
  it.each(["stripe", "Creem", "Provider", "creem2"])("knows no provider %s, signed in or not", async (provider) => {
    const response = await user.client.post(`/api/payments/${provider}/checkout`, { key: "pack_200", ...RETURN });
    expect(response).toMatchObject({ status: 404, body: { error: "Not found" } });
    expect(app.sandbox.requests).toEqual([]);
  });
});

describe("405", () => itRefusesOtherMethods(app, PATH, "POST"));

describe("502", () => {
  it.each<Fault>([
    { kind: "status", status: 400 },
    { kind: "status", status: 403 },
    { kind: "status", status: 404 },
    { kind: "status", status: 429 },
    { kind: "status", status: 500 },
    { kind: "status", status: 503 },
    { kind: "reset" },
    { kind: "html" },
    { kind: "bad_json" },
    { kind: "empty" },
    { kind: "hang" },
  ])("says only that it failed when the provider does this: %j", async (fault) => {
    app.sandbox.faults.set("payment", fault);
    const before = await countRows(app);
    const startedAt = performance.now();
    const response = await user.client.post(PATH, { key: "pack_200", ...RETURN });
    expect(performance.now() - startedAt).toBeLessThan(ANSWER_MAX_MS);
    expect(response.status).toBe(502);
    expect(response.body).toEqual({ error: "Failed to create checkout" });
    expect(app.sandbox.requests).toHaveLength(1);
    expect(await countRows(app)).toEqual(before);
  });
});
