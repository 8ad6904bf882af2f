import { disputeCreatedEvent, refundCreatedEvent } from "@app/sandbox/payments/events";
import { signWebhook } from "@app/sandbox/payments/signatures";
import { TEST_KEYS } from "@app/sandbox/testing/test-sandbox";
import { beforeAll, describe, expect, it } from "vitest";
import { ApiClient } from "../../../test/api-client";
import { startOtherServer, type TestApp, useTestApp } from "../../../test/app";
import { countRows, readBillingState } from "../../../test/billing-state";
import { createUser } from "../../../test/users";
import { purchaseEvent, purchaseRecords, sendWebhook, WEBHOOK_PATH } from "../../../test/webhooks";

const app = useTestApp();
const RECEIVED = { received: true };
const BODY_MAX_BYTES = 1024 * 1024;
const NESTED = "[".repeat(100_000) + "]".repeat(100_000);

let userId = "";
beforeAll(async () => {
  userId = await createUser(app);
});

const sign = (body: string) => signWebhook(body, TEST_KEYS.providerWebhookSecret);
const newestInInbox = () => app.db.webhookEvent.findFirstOrThrow({ orderBy: { id: "desc" } });

describe("200", () => {
  it.each(["provider-signature", "x-provider-signature", "creem-signature"])(
    "accepts the signature in %s",
    async (header) => {
      const buyer = await createUser(app);
      const response = await sendWebhook(app, purchaseEvent({ userId: buyer, key: "pack_200" }), { header });
      expect(response).toMatchObject({ status: 200, body: RECEIVED });
      expect(await readBillingState(app, buyer)).toMatchObject({ credits: 200 });
    },
  );

  it("accepts the signature after sha256=", async () => {
    const buyer = await createUser(app);
    const body = JSON.stringify(purchaseEvent({ userId: buyer, key: "pack_200" }));
    const headers = { "creem-signature": `sha256=${sign(body)}` };
    expect(await new ApiClient(app).postText(WEBHOOK_PATH, body, headers)).toMatchObject({
      status: 200,
      body: RECEIVED,
    });
    expect(await readBillingState(app, buyer)).toMatchObject({ credits: 200 });
  });

  it("also responds under the provider's own name", async () => {
    const event = purchaseEvent({ userId, key: "pack_200" });
    const response = await sendWebhook(app, event, { path: "/api/payments/creem/webhook" });
    expect(response).toMatchObject({ status: 200, body: RECEIVED });
  });

  it.each([{ origin: "https://elsewhere.example" }, { "sec-fetch-site": "cross-site" }])(
    "accepts other sites, because the signature decides: %j",
    async (headers) => {
      const body = JSON.stringify(purchaseEvent({ userId, key: "pack_200" }));
      const response = await new ApiClient(app).postText(WEBHOOK_PATH, body, {
        ...headers,
        "provider-signature": sign(body),
      });
      expect(response).toMatchObject({ status: 200, body: RECEIVED });
    },
  );

  it("does nothing for a recorded payment, whatever event announces it", async () => {
    const event = purchaseEvent({ userId, key: "pack_200" });
    await sendWebhook(app, event);
    const before = await countRows(app);
    for (const again of [event, { ...event, id: "evt_other" }, { ...event, eventType: "subscription.paid" }]) {
      expect(await sendWebhook(app, again)).toMatchObject({ status: 200, body: RECEIVED });
      expect(await newestInInbox()).toMatchObject({ outcome: "duplicate", paymentId: event.object.order.id });
    }
    expect(await countRows(app)).toEqual(before);
  });

  it("stores an event of an unknown type with complete metadata, and does nothing else", async () => {
    const before = await countRows(app);
    const event = purchaseEvent({ userId, key: "pro_yearly" }, "license.created");
    expect(await sendWebhook(app, event)).toMatchObject({ status: 200, body: RECEIVED });
    expect(await newestInInbox()).toMatchObject({
      providerEventId: event.id,
      eventType: "license.created",
      outcome: "recorded",
      payload: JSON.stringify(event),
    });
    expect(await countRows(app)).toEqual(before);
  });

  it.each([
    ["refund", refundCreatedEvent],
    ["dispute", disputeCreatedEvent],
  ])("records a %s and takes no credits", async (_name, build) => {
    const buyer = await createUser(app);
    const records = purchaseRecords({ userId: buyer, key: "pack_200" }, new Date());
    await sendWebhook(app, purchaseEvent({ userId: buyer, key: "pack_200" }));
    const before = { counts: await countRows(app), books: await readBillingState(app, buyer) };
    const event = build(records, new Date());
    expect(await sendWebhook(app, event)).toMatchObject({ status: 200, body: RECEIVED });
    expect(await newestInInbox()).toMatchObject({ eventType: event.eventType, outcome: "recorded" });
    expect({ counts: await countRows(app), books: await readBillingState(app, buyer) }).toEqual(before);
  });
});

describe("400", () => {
  const valid = () => purchaseEvent({ userId, key: "starter_yearly" });

  it.each<[string, (body: string) => Record<string, string>]>([
    ["no signature", () => ({})],
    ["an empty signature", () => ({ "provider-signature": "" })],
    ["the signature of another body", (body) => ({ "provider-signature": sign(`${body} `) })],
    ["the signature of another secret", (body) => ({ "provider-signature": signWebhook(body, "other") })],
    ["a shorter signature", (body) => ({ "provider-signature": sign(body).slice(1) })],
    ["a longer signature", (body) => ({ "provider-signature": `${sign(body)}0` })],
    ["an upper-case signature", (body) => ({ "provider-signature": sign(body).toUpperCase() })],
    ["a prefix of another case", (body) => ({ "provider-signature": `SHA256=${sign(body)}` })],
    ["another algorithm before it", (body) => ({ "provider-signature": `sha512=${sign(body)}` })],
    ["the prefix twice", (body) => ({ "provider-signature": `sha256=sha256=${sign(body)}` })],
    ["a space after the prefix", (body) => ({ "provider-signature": `sha256= ${sign(body)}` })],
    ["the prefix alone", () => ({ "provider-signature": "sha256=" })],
    [
      "an upper-case signature after the prefix",
      (body) => ({ "provider-signature": `sha256=${sign(body).toUpperCase()}` }),
    ],
    [
      "a wrong signature after the prefix",
      (body) => ({ "provider-signature": `sha256=${signWebhook(body, "other")}` }),
    ],
    ["the signature in another header", (body) => ({ signature: sign(body) })],
  ])("Invalid signature: %s; nothing is even kept", async (_name, headers) => {
    const before = { counts: await countRows(app), inbox: await app.db.webhookEvent.count() };
    const body = JSON.stringify(valid());
    const response = await new ApiClient(app).postText(WEBHOOK_PATH, body, headers(body));
    expect(response).toMatchObject({ status: 400, body: { error: "Invalid signature" } });
    expect({ counts: await countRows(app), inbox: await app.db.webhookEvent.count() }).toEqual(before);
  });

  it.each<[string, object | (() => object)]>([
    ["an empty event", {}],
    ["no object", { id: "evt_1", eventType: "checkout.completed" }],
    ["no metadata", { id: "evt_1", eventType: "checkout.completed", object: { order: { id: "ord_x" } } }],
    ["no userId", () => withMetadata(valid(), { userId: undefined })],
    ["an empty userId", () => withMetadata(valid(), { userId: "" })],
    ["no key", () => withMetadata(valid(), { key: undefined })],
    ["no kind", () => withMetadata(valid(), { kind: null })],
    ["metadata that is no object", () => ({ ...valid(), object: { ...valid().object, metadata: "user" } })],
    ["an unknown type without metadata", { id: "evt_1", eventType: "license.created", object: {} }],
    ["a lifecycle event of an unknown subscription", { eventType: "subscription.active", object: { id: "sub_x" } }],
  ])("Missing metadata: %s", async (_name, event) => {
    await expectRefusal(typeof event === "function" ? event() : event, /^Missing metadata$/);
  });

  it.each<[string, (event: ReturnType<typeof valid>) => object | string, RegExp]>([
    ["no JSON", () => '{"id":', /^Request body must be valid JSON$/],
    ["an empty body", () => "", /^Request body must be valid JSON$/],
    ["a list", () => "[]", /^Request body must be a JSON object$/],
    ["null", () => "null", /^Request body must be a JSON object$/],
    ["no event type", (e) => ({ ...e, eventType: undefined }), /^eventType /],
    ["an id that is a number", (e) => ({ ...e, id: 5 }), /^id must be a string$/],
    ["an object that is a text", (e) => ({ ...e, object: "x" }), /^object must be an object$/],
    ["an order that is a number", (e) => withOrder(e, 7), /^object\.order must be an object$/],
    ["an order id that is a list", (e) => withOrder(e, { id: [] }), /^object\.order\.id must be a string$/],
    ["an amount below zero", (e) => withOrder(e, { amount: -1 }), /^object\.order\.amount /],
    ["an amount in fractions", (e) => withOrder(e, { amount: 1.5 }), /^object\.order\.amount /],
    ["an amount as text", (e) => withOrder(e, { amount: "500" }), /^object\.order\.amount /],
    [
      "neither an event id nor an order",
      ({ eventType, object }) => ({ eventType, object: { ...object, order: {} } }),
      /^id /,
    ],
    ["an id that is too long", (e) => withOrder(e, { id: "o".repeat(256) }), /^object\.order\.id must be at most 255/],
    [
      "lists within lists",
      () => `{"eventType":"x","object":{"order":${NESTED}}}`,
      /^Request body must not nest deeper than 32 levels$/,
    ],
    ["NUL in the event id", (e) => ({ ...e, id: "evt\u0000" }), /^id must not contain NUL/],
    ["NUL in the event type", (e) => ({ ...e, eventType: "x\u0000" }), /^eventType must not contain NUL/],
    ["NUL in the order id", (e) => withOrder(e, { id: "o\u0000" }), /^object\.order\.id must not contain NUL/],
    ["NUL in the user id", (e) => withMetadata(e, { userId: "u\u0000" }), /^object\.metadata\.userId must not/],
    ["NUL in the key", (e) => withMetadata(e, { key: "pack_200\u0000" }), /^object\.metadata\.key must not/],
    ["NUL in the subscription id", (e) => withOrder(e, { subscription_id: "s\u0000" }), /subscription_id must not/],
    ["half a character", (e) => withOrder(e, { id: "o\ud800" }), /^object\.order\.id must be valid Unicode text$/],
    ["an unknown user", (e) => withMetadata(e, { userId: "nobody" }), /^metadata\.userId /],
    ["an unknown key", (e) => withMetadata(e, { key: "gold" }), /^metadata\.key /],
    ["the free plan", (e) => withMetadata(e, { key: "free" }), /^metadata\.key /],
    ["__proto__ as key", (e) => withMetadata(e, { key: "__proto__" }), /^metadata\.key /],
    ["constructor as key", (e) => withMetadata(e, { key: "constructor" }), /^metadata\.key /],
    ["a pack sold as a subscription", (e) => withMetadata(e, { key: "pack_200" }), /^metadata\.kind /],
    ["a plan sold as a pack", (e) => withMetadata(e, { kind: "one_time" }), /^metadata\.kind /],
    ["an unknown kind", (e) => withMetadata(e, { kind: "gift" }), /^metadata\.kind /],
  ])("refuses %s and writes nothing but the inbox", async (_name, change, message) => {
    await expectRefusal(change(valid()), message);
  });

  describe("while the secret is replaced", () => {
    const NEW = "the secret that replaces the old one";
    const sendTo = async (server: TestApp, secret: string) => {
      const body = JSON.stringify(valid());
      return new ApiClient(server).postText(WEBHOOK_PATH, body, { "provider-signature": signWebhook(body, secret) });
    };

    it("accepts both of them, and after that the new one only", async () => {
      const OLD = TEST_KEYS.providerWebhookSecret;
      const refused = { status: 400, body: { error: "Invalid signature" } };
      const during = await startOtherServer(app, {
        PROVIDER_WEBHOOK_SECRET: NEW,
        PROVIDER_WEBHOOK_SECRET_PREVIOUS: OLD,
      });
      const after = await startOtherServer(app, { PROVIDER_WEBHOOK_SECRET: NEW });
      try {
        for (const secret of [OLD, NEW]) expect(await sendTo(during.app, secret)).toMatchObject({ status: 200 });
        expect(await sendTo(during.app, "a secret of somebody else")).toMatchObject(refused);
        expect(await sendTo(after.app, NEW)).toMatchObject({ status: 200 });
        expect(await sendTo(after.app, OLD)).toMatchObject(refused);
      } finally {
        await during.stop();
        await after.stop();
      }
    });
  });

  describe("while no secret is configured", () => {
    const unconfigured = useTestApp({
      env: { PROVIDER_WEBHOOK_SECRET: undefined, PROVIDER_WEBHOOK_SECRET_PREVIOUS: TEST_KEYS.providerWebhookSecret },
    });

    it.each([TEST_KEYS.providerWebhookSecret, ""])(
      "Invalid signature: one made with the secret '%s'",
      async (secret) => {
        const body = JSON.stringify(valid());
        const headers = { "provider-signature": signWebhook(body, secret) };
        const response = await new ApiClient(unconfigured).postText(WEBHOOK_PATH, body, headers);
        expect(response).toMatchObject({ status: 400, body: { error: "Invalid signature" } });
        expect(await unconfigured.db.webhookEvent.count()).toBe(0);
      },
    );
  });

  async function expectRefusal(event: object | string, error: RegExp) {
    const before = { counts: await countRows(app), inbox: await app.db.webhookEvent.count() };
    const response = await sendWebhook(app, event);
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ error: expect.stringMatching(error) });
    expect(await newestInInbox()).toMatchObject({ outcome: "rejected", detail: response.body.error });
    expect({ counts: await countRows(app), inbox: await app.db.webhookEvent.count() }).toEqual({
      counts: before.counts,
      inbox: before.inbox + 1,
    });
  }
});

describe("404", () => {
  it("has no other provider", async () => {
    const event = purchaseEvent({ userId, key: "pack_200" });
    const response = await sendWebhook(app, event, { path: "/api/payments/stripe/webhook" });
    expect(response).toMatchObject({ status: 404, body: { error: "Not found" } });
  });
});

describe("405", () => {
  it.each(["GET", "PUT", "PATCH", "DELETE"])("refuses %s", async (method) => {
    const response = await new ApiClient(app).fetch(WEBHOOK_PATH, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST");
    expect(await response.json()).toEqual({ error: "Method not allowed" });
  });
});

describe("413", () => {
  it("refuses a body over 1 MB, and accepts one of exactly that size", async () => {
    const event = { ...purchaseEvent({ userId, key: "pack_200" }), padding: "" };
    const padding = "x".repeat(BODY_MAX_BYTES - JSON.stringify(event).length);
    const before = await countRows(app);
    const tooLarge = await sendWebhook(app, { ...event, padding: `${padding}x` });
    expect(tooLarge).toMatchObject({ status: 413, body: { error: "Request body is too large" } });
    const muchTooLarge = await sendWebhook(app, { ...event, padding: padding.repeat(20) });
    expect(muchTooLarge).toMatchObject({ status: 413, body: { error: "Request body is too large" } });
    expect(await countRows(app)).toEqual(before);
    expect(await sendWebhook(app, { ...event, padding })).toMatchObject({ status: 200, body: RECEIVED });
  });
});

type Purchase = ReturnType<typeof purchaseEvent>;

function withMetadata(event: Purchase, change: Record<string, unknown>) {
  return { ...event, object: { ...event.object, metadata: { ...event.object.metadata, ...change } } };
}

function withOrder(event: Purchase, change: unknown) {
  const order = typeof change === "object" ? { ...event.object.order, ...change } : change;
  return { ...event, object: { ...event.object, order } };
}
