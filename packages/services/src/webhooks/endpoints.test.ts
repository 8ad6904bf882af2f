import { WEBHOOK_ENDPOINTS_MAX } from "@app/core/webhooks/webhook-events";
import { describe, expect, it } from "vitest";
import { actAs, createUser, testLimits, useTestContext } from "../../test/test-context";
import { createTestEndpoint, reaching, startReceiver } from "../../test/webhook-receiver";
import { exportAccount } from "../account/export-account";
import { getDelivery, listDeliveries, redeliver } from "./deliveries";
import {
  createEndpoint,
  getEndpoint,
  listEndpoints,
  pauseOwnEndpoint,
  removeEndpoint,
  resumeEndpoint,
  revealSecret,
  rotateSecret,
  sendTest,
  updateEndpoint,
} from "./endpoints";
import { openEndpointSecret, reencryptEndpointSecrets } from "./secrets";

const ctx = useTestContext();
const EVENTS = ["credits.low"] as const;

describe("createEndpoint", () => {
  it("returns a secret that the database has only encrypted", async () => {
    const { userId, user, endpointId, secret, receiver } = await createTestEndpoint(ctx, { events: EVENTS });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const row = await ctx.db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } });
    expect(JSON.stringify(row)).not.toContain(secret.slice("whsec_".length));
    expect(await listEndpoints(user)).toEqual([
      expect.objectContaining({ id: endpointId, url: receiver.url, events: ["credits.low"], pausedAt: null }),
    ]);
    expect(JSON.stringify(await listEndpoints(user))).not.toContain("ealedSecret");
    expect(await revealSecret(user, { endpointId })).toEqual({ secret });
    const actions = await ctx.db.auditLog.findMany({ where: { actorId: userId }, orderBy: { id: "asc" } });
    expect(actions.map(({ action }) => action)).toEqual(["webhook.create", "webhook.revealSecret"]);
    expect(JSON.stringify(actions)).not.toContain(secret);
  });

  it("allows ten endpoints, however many are created at the same time", async () => {
    const receiver = await startReceiver();
    const user = await actAs(reaching(ctx, receiver), await createUser(ctx));
    const created = await Promise.allSettled(
      Array.from({ length: WEBHOOK_ENDPOINTS_MAX + 3 }, () =>
        createEndpoint(user, { url: receiver.url, events: EVENTS }),
      ),
    );
    expect(created.filter(({ status }) => status === "fulfilled")).toHaveLength(WEBHOOK_ENDPOINTS_MAX);
    expect(created.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "conflict" } });
  });

  it.each(["http://hooks.example/a", "https://127.0.0.1/a", "https://[fd00::1]/a", "https://user@hooks.example/"])(
    "refuses %s",
    async (url) => {
      const { user, endpointId, receiver } = await createTestEndpoint(ctx);
      const refused = { code: "bad_request" };
      await expect(createEndpoint(user, { url, events: EVENTS })).rejects.toMatchObject(refused);
      await expect(updateEndpoint(user, { endpointId, url, events: EVENTS })).rejects.toMatchObject(refused);
      expect((await getEndpoint(user, { endpointId })).url).toBe(receiver.url);
    },
  );

  it("is limited", async () => {
    const { user, endpointId } = await createTestEndpoint(ctx);
    const limited = { ...user, config: { ...user.config, limits: testLimits({ max: 1, windowSeconds: 60 }) } };
    await sendTest(limited, { endpointId });
    await expect(sendTest(limited, { endpointId })).rejects.toMatchObject({ code: "rate_limited" });
  });
});

describe("an endpoint of another user", () => {
  it("does not exist", async () => {
    const { user: owner, endpointId } = await createTestEndpoint(ctx);
    const { deliveryId } = await sendTest(owner, { endpointId });
    const stranger = await actAs(owner, await createUser(ctx));
    const uses = [
      () => getEndpoint(stranger, { endpointId }),
      () => updateEndpoint(stranger, { endpointId, url: "https://hooks.example", events: EVENTS }),
      () => revealSecret(stranger, { endpointId }),
      () => rotateSecret(stranger, { endpointId }),
      () => sendTest(stranger, { endpointId }),
      () => pauseOwnEndpoint(stranger, { endpointId }),
      () => resumeEndpoint(stranger, { endpointId }),
      () => removeEndpoint(stranger, { endpointId }),
      () => getDelivery(stranger, { deliveryId }),
      () => redeliver(stranger, { deliveryId }),
    ];
    for (const use of uses) await expect(use()).rejects.toMatchObject({ code: "not_found" });
    expect(await listEndpoints(stranger)).toEqual([]);
    expect(await listDeliveries(stranger, { endpointId })).toEqual({ items: [], nextCursor: null });
    expect(await getEndpoint(owner, { endpointId })).toMatchObject({ pausedAt: null });
  });
});

describe("the log", () => {
  it("has pages, latest first, and a filter", async () => {
    const { user, endpointId } = await createTestEndpoint(ctx);
    const sent: string[] = [];
    for (let count = 0; count < 30; count += 1) sent.unshift((await sendTest(user, { endpointId })).deliveryId);
    const first = await listDeliveries(user, { endpointId });
    const second = await listDeliveries(user, { endpointId, cursor: first.nextCursor ?? "" });
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([25, 5, null]);
    expect([...first.items, ...second.items].map(({ id }) => id).sort()).toEqual([...sent].sort());
    expect((await listDeliveries(user, { endpointId, status: "failed" })).items).toEqual([]);
  });

  it("goes with its endpoint", async () => {
    const { user, endpointId } = await createTestEndpoint(ctx);
    await sendTest(user, { endpointId });
    await removeEndpoint(user, { endpointId });
    expect(await ctx.db.webhookDelivery.count({ where: { endpointId } })).toBe(0);
  });

  it("is part of the account's export, without secrets", async () => {
    const { user, endpointId, secret } = await createTestEndpoint(ctx);
    const { deliveryId } = await sendTest(user, { endpointId });
    let text = "";
    for await (const chunk of exportAccount(user)) text += chunk;
    const { webhookEndpoints, webhookDeliveries } = JSON.parse(text);
    expect(webhookEndpoints).toMatchObject([{ id: endpointId, events: expect.any(Array) }]);
    expect(webhookDeliveries).toMatchObject([{ id: deliveryId, attempts: [] }]);
    expect(text).not.toMatch(/[sS]ealed/);
    expect(text).not.toContain(secret);
  });
});

describe("while the service's secret is replaced", () => {
  it("secrets are read with both, and encrypted again at once", async () => {
    const { user, endpointId, secret: first } = await createTestEndpoint(ctx);
    const { secret } = await rotateSecret(user, { endpointId });
    const [old] = ctx.config.authSecrets;
    const withSecrets = (...authSecrets: [string, ...string[]]) => ({
      ...user,
      config: { ...user.config, authSecrets },
    });
    expect(await revealSecret(withSecrets("a new one", old), { endpointId })).toEqual({ secret });
    await expect(revealSecret(withSecrets("a new one"), { endpointId })).rejects.toThrow();
    expect(await reencryptEndpointSecrets(withSecrets("a new one", old), { batchSize: 2 })).toMatchObject({
      unreadable: [],
    });
    expect(await revealSecret(withSecrets("a new one"), { endpointId })).toEqual({ secret });
    const row = await ctx.db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } });
    expect(openEndpointSecret(withSecrets("a new one"), endpointId, row.sealedPreviousSecret ?? "")).toBe(first);
    expect(() => openEndpointSecret(withSecrets("a new one"), "another endpoint", row.sealedSecret)).toThrow();
  });
});
