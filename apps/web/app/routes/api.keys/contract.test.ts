import { setTimeout as pause } from "node:timers/promises";
import { sampleImage } from "@app/sandbox/testing/sample-image";
import { TEST_ORIGINS } from "@app/sandbox/testing/test-sandbox";
import { verifyLedger } from "@app/services/ledger/verify-ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ApiClient,
  type ApiResponse,
  callProcedure,
  mutate,
  query,
  type SignedInUser,
  signedInUser,
} from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { uploadForm } from "../../../test/uploads";
import { readAccount } from "../../../test/users";

const app = useTestApp();
const IMAGE = { prompt: "a boat", imageUrl: `${TEST_ORIGINS.storage}/boat.png` };
const UNAUTHORIZED = { status: 401, body: { error: "Unauthorized" } };
/** Longer than the look-up of a session. */
const LOOKED_UP_AFTER_MS = 300;
const KEY = /^gm_[\w-]{40,}$/;

let user: SignedInUser;
beforeAll(async () => {
  user = await signedInUser(app, { credits: 10_000 });
});
afterAll(async () => expect((await verifyLedger(app.db)).differences).toEqual([]));

interface CreatedKey {
  id: string;
  key: string;
}

async function createKey(owner: SignedInUser, input: object = {}): Promise<CreatedKey> {
  const { status, body } = await owner.client.post("/api/keys", { name: "Test", ...input });
  expect(status).toBe(201);
  return body as unknown as CreatedKey;
}

/** A program that knows nothing but the key. */
function program(key: string) {
  const authorization = `Bearer ${key}`;
  const client = new ApiClient(app);
  return {
    get: (path: string) => client.get(path, { authorization }),
    post: (path: string, json: unknown, headers = {}) => client.post(path, json, { authorization, ...headers }),
    upload: async () => client.postBody("/api/upload/image", uploadForm(await sampleImage("key")), { authorization }),
  };
}

describe("POST /api/keys", () => {
  it.each([
    ["REST", (owner: SignedInUser) => owner.client.post("/api/keys", { name: "Late" })],
    ["tRPC", (owner: SignedInUser) => mutate(owner.client, "apiKeys.create", { name: "Late" })],
  ])("401 by %s when the session ends while the request is running", async (_, post) => {
    const owner = await signedInUser(app);
    const where = { userId: owner.id };
    const [request] = await app.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${owner.id} FOR NO KEY UPDATE`;
      const running = post(owner);
      await pause(LOOKED_UP_AFTER_MS);
      await tx.session.deleteMany({ where });
      return [running];
    });
    expect((await request).status).toBe(401);
    expect(await app.db.apiKey.count({ where })).toBe(0);
  });

  it("201: the key, this once; the database has only its hash", async () => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const input = { name: " Bot ", scopes: ["chat", "read"], creditLimit: 500, expiresAt };
    const { status, body } = await user.client.post("/api/keys", input);
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(String),
        name: "Bot",
        key: expect.stringMatching(KEY),
        prefix: String(body["key"]).slice(0, 10),
        scopes: ["chat", "read"],
        creditLimit: 500,
        creditsUsed: 0,
        expiresAt,
        lastUsedAt: null,
        createdAt: expect.any(String),
      },
    });
    const rows = JSON.stringify(await app.db.apiKey.findMany());
    expect(rows).not.toContain(body["key"]);
    expect(await app.db.auditLog.findMany({ where: { action: "apiKey.create", actorId: user.id } })).not.toEqual([]);
  });

  it("201: all scopes, no limit and no expiry by default", async () => {
    const { body } = await user.client.post("/api/keys", { name: "Bot" });
    expect(body).toMatchObject({
      scopes: ["chat", "image", "video", "upload", "read"],
      creditLimit: null,
      expiresAt: null,
    });
  });

  it.each([
    [{}, "name is required"],
    [{ name: "x".repeat(101) }, "name must be at most 100 characters"],
    [{ name: "x", scopes: ["admin"] }, "scopes must be a list of chat, image, video, upload, read"],
    [{ name: "x", scopes: [] }, "scopes must be a list of chat, image, video, upload, read"],
    [{ name: "x", creditLimit: 0 }, "creditLimit must be a whole number from 1 to 1000000000"],
    [{ name: "x", creditLimit: 1.5 }, "creditLimit must be a whole number from 1 to 1000000000"],
    [{ name: "x", expiresAt: "soon" }, "expiresAt must be a date"],
    [{ name: "x", expiresAt: "2020-01-01" }, "expiresAt must be in the future"],
  ])("400: %j", async (input, error) => {
    expect(await user.client.post("/api/keys", input)).toMatchObject({ status: 400, body: { error } });
  });

  it("409: more than 50 usable keys", async () => {
    const owner = await signedInUser(app);
    const data = Array.from({ length: 50 }, (_, index) => ({
      userId: owner.id,
      name: "x",
      prefix: "gm_x",
      scopes: [],
      keyHash: `${owner.id}${index}`,
    }));
    await app.db.apiKey.createMany({ data });
    const refused = await owner.client.post("/api/keys", { name: "x" });
    expect(refused).toMatchObject({ status: 409, body: { error: "You can have 50 API keys. Revoke one first." } });
    await app.db.apiKey.updateMany({ where: { keyHash: `${owner.id}0` }, data: { revokedAt: new Date() } });
    await createKey(owner);
  });
});

describe("GET /api/keys", () => {
  it("200: the caller's keys, without the keys themselves", async () => {
    const owner = await signedInUser(app);
    const first = await createKey(owner, { name: "first" });
    const second = await createKey(owner, { name: "second" });
    const { status, body } = await owner.client.get("/api/keys");
    expect(status).toBe(200);
    expect(body["keys"]).toMatchObject([{ name: "second" }, { name: "first" }]);
    expect(JSON.stringify(body)).not.toContain(first.key);
    expect(JSON.stringify(body)).not.toContain(second.key);
    expect(JSON.stringify(body)).not.toMatch(/hash/i);
  });
});

describe("DELETE /api/keys/:id", () => {
  const remove = async (owner: SignedInUser, id: string) => {
    const response = await owner.client.fetch(`/api/keys/${id}`, { method: "DELETE" });
    return { status: response.status, body: await response.json() };
  };

  it("200: the key is refused from the next request on, and no longer listed", async () => {
    const owner = await signedInUser(app);
    const { id, key } = await createKey(owner);
    expect(await program(key).get("/api/me")).toMatchObject({ status: 200 });
    expect(await remove(owner, id)).toEqual({ status: 200, body: { success: true } });
    expect(await program(key).get("/api/me")).toMatchObject(UNAUTHORIZED);
    expect((await owner.client.get("/api/keys")).body["keys"]).toEqual([]);
    expect(await remove(owner, id)).toMatchObject({ status: 404 });
  });

  it("404: a key of another user, which stays", async () => {
    const { id, key } = await createKey(user);
    expect(await remove(await signedInUser(app), id)).toEqual({ status: 404, body: { error: "Not found" } });
    expect(await program(key).get("/api/me")).toMatchObject({ status: 200 });
  });

  it("405: other methods", async () => {
    expect(await user.client.get("/api/keys/x")).toMatchObject({ status: 405 });
    expect(await user.client.post("/api/keys/x", {})).toMatchObject({ status: 405 });
  });
});

describe("a key in place of a session", () => {
  it("calls chat, image, video, video status, upload and me", async () => {
    const owner = await signedInUser(app, { credits: 1_000 });
    const { id, key } = await createKey(owner);
    const { get, post, upload } = program(key);
    expect(await get("/api/me")).toMatchObject({
      status: 200,
      body: { id: owner.id, email: owner.email, credits: 1_000, planKey: "free" },
    });
    expect((await upload()).status).toBe(200);
    expect(await post("/api/chat/stream", { message: "Hello" })).toMatchObject({ status: 200 });
    const imageUrl = `data:image/png;base64,${Buffer.from(await sampleImage("key")).toString("base64")}`;
    expect(await post("/api/image/generate", { ...IMAGE, imageUrl })).toMatchObject({ status: 200 });
    const video = await post("/api/video/generate", { prompt: "a boat" });
    expect(video).toMatchObject({ status: 200 });
    const status = new URLSearchParams({ taskId: video.body.taskId, historyId: video.body.id });
    expect(await get(`/api/video/status?${status}`)).toMatchObject({ status: 200 });

    const entries = await app.db.creditLedger.findMany({ where: { userId: owner.id, delta: { lt: 0 } } });
    expect(entries.map(({ apiKeyId }) => apiKeyId)).toEqual([id, id, id]);
    const spent = -entries.reduce((sum, { delta }) => sum + delta, 0);
    expect((await owner.client.get("/api/keys")).body["keys"]).toMatchObject([
      { creditsUsed: spent, lastUsedAt: expect.any(String) },
    ]);
  });

  it("/api/me also responds to a session", async () => {
    expect(await user.client.get("/api/me")).toMatchObject({ status: 200, body: { id: user.id } });
  });

  it("401 everywhere else, even with the owner's session", async () => {
    const { key } = await createKey(user);
    const authorization = `Bearer ${key}`;
    const checkout = { key: "pack_200", successUrl: "https://a.example/", cancelUrl: "https://a.example/" };
    const responses: ApiResponse[] = [
      await user.client.get("/api/keys", { authorization }),
      await user.client.post("/api/keys", { name: "x" }, { authorization }),
      await user.client.post("/api/payments/provider/checkout", checkout, { authorization }),
      await user.client.post("/api/admin/users/x/credits", { amount: 1 }, { authorization }),
      await user.client.get("/api/trpc/billing.overview", { authorization }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  });

  it("401: unknown, expired, or of a deleted account", async () => {
    expect(await program("gm_unknown").get("/api/me")).toMatchObject(UNAUTHORIZED);
    const { id, key } = await createKey(user);
    await app.db.apiKey.update({ where: { id }, data: { expiresAt: new Date() } });
    expect(await program(key).get("/api/me")).toMatchObject(UNAUTHORIZED);
    const leaving = await signedInUser(app);
    const last = await createKey(leaving);
    const deleted = await callProcedure(leaving.client, "mutation", "account.delete", {
      email: leaving.email,
      password: "correct horse battery",
    });
    expect(deleted.status).toBe(200);
    expect(await program(last.key).get("/api/me")).toMatchObject(UNAUTHORIZED);
    expect(await app.db.apiKey.findUnique({ where: { id: last.id } })).toMatchObject({ name: "", prefix: "" });
  });

  it.each([
    ["chat", "/api/chat/stream", { message: "Hello" }],
    ["image", "/api/image/generate", IMAGE],
    ["video", "/api/video/generate", { prompt: "a boat" }],
    ["read", "/api/me", null],
    ["video", "/api/video/status?taskId=x&historyId=y", null],
  ])("403: without the scope %s on %s", async (scope, path, json) => {
    const others = ["chat", "image", "video", "upload", "read"].filter((other) => other !== scope);
    const { key } = await createKey(user, { scopes: others });
    const response = json === null ? await program(key).get(path) : await program(key).post(path, json);
    expect(response).toMatchObject({ status: 403, body: { error: `API key lacks scope: ${scope}` } });
  });

  it("403: without the scope upload", async () => {
    const { key } = await createKey(user, { scopes: ["read"] });
    expect(await program(key).upload()).toMatchObject({ status: 403, body: { error: "API key lacks scope: upload" } });
  });

  it("403: a banned owner", async () => {
    const owner = await signedInUser(app);
    const { key } = await createKey(owner);
    await app.db.user.update({ where: { id: owner.id }, data: { banned: true } });
    expect(await program(key).get("/api/me")).toMatchObject({ status: 403, body: { error: "Account banned" } });
  });
});

describe("the credit limit", () => {
  it("402: over the limit, exact under concurrency, and nothing is charged beyond it", async () => {
    const owner = await signedInUser(app, { credits: 1_000 });
    const { key } = await createKey(owner, { creditLimit: 35 });
    const other = await createKey(owner);
    const calls = Array.from({ length: 12 }, (_, index) =>
      program(index % 3 === 0 ? other.key : key).post("/api/chat/stream", { message: "Hello" }),
    );
    const responses = await Promise.all(calls);
    const refused = responses.filter(({ status }) => status === 402);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3 + 4);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.body).toEqual({ error: "API key credit limit reached", remainingCredits: expect.any(Number) });
    expect((await owner.client.get("/api/keys")).body["keys"]).toMatchObject([
      { creditsUsed: 40 },
      { creditsUsed: 30 },
    ]);
    expect((await readAccount(app, owner.id)).credits).toBe(1_000 - 70);
    expect(
      await program(key).post("/api/image/generate", { ...IMAGE, imageUrl: "https://8.8.8.8/a.png" }),
    ).toMatchObject({
      status: 402,
      body: { error: "API key credit limit reached", remainingCredits: 930 },
    });
    expect(await app.db.generationHistory.count({ where: { userId: owner.id } })).toBe(0);
  });

  it("402: the balance ends before the limit", async () => {
    const owner = await signedInUser(app, { credits: 5 });
    const { key } = await createKey(owner, { creditLimit: 1_000 });
    expect(await program(key).post("/api/chat/stream", { message: "Hello" })).toMatchObject({
      status: 402,
      body: { error: "Insufficient credits" },
    });
  });

  it("an Idempotency-Key is charged once", async () => {
    const owner = await signedInUser(app, { credits: 100 });
    const { key } = await createKey(owner, { creditLimit: 15 });
    const once = () => program(key).post("/api/chat/stream", { message: "Hello" }, { "idempotency-key": "one" });
    expect((await once()).status).toBe(200);
    expect((await once()).status).toBe(200);
    expect((await readAccount(app, owner.id)).credits).toBe(90);
  });

  it("a session is not limited by the key", async () => {
    const owner = await signedInUser(app, { credits: 100 });
    await createKey(owner, { creditLimit: 1 });
    expect(await owner.client.post("/api/chat/stream", { message: "Hello" })).toMatchObject({ status: 200 });
    expect((await query(owner.client, "me.current")).data).toMatchObject({ credits: 90 });
  });
});

describe("usage by key", () => {
  it("is listed by kind, and named in the ledger and its export", async () => {
    const read = async (...call: Parameters<typeof query>) => (await query(...call)).data;
    const owner = await signedInUser(app, { credits: 1_000 });
    const { id, key } = await createKey(owner, { name: "Nightly job" });
    await expect(read(owner.client, "billing.usageByKey")).resolves.toEqual([]);
    await program(key).post("/api/chat/stream", { message: "Hello" });
    await program(key).post("/api/image/generate", IMAGE);
    await owner.client.post("/api/chat/stream", { message: "Hello" });
    await owner.client.fetch(`/api/keys/${id}`, { method: "DELETE" });

    const none = {
      apiKeyId: null,
      chat: 10,
      image: 0,
      video: 0,
      total: 10,
      name: null,
      prefix: null,
      isRevoked: false,
    };
    const named = { apiKeyId: id, name: "Nightly job", prefix: key.slice(0, 10), isRevoked: true };
    await expect(read(owner.client, "billing.usageByKey")).resolves.toEqual([
      none,
      { ...named, chat: 10, image: 20, video: 0, total: 30 },
    ]);
    const ledger = {
      items: [
        { delta: -20, apiKeyName: "Nightly job" },
        { delta: -10, apiKeyId: id },
      ],
    };
    await expect(read(owner.client, "billing.ledger", { apiKeyId: id })).resolves.toMatchObject(ledger);
    const ranged = { apiKeyId: id, from: "2020-01-01T00:00:00Z", until: "2100-01-01T00:00:00Z" };
    await expect(read(owner.client, "billing.ledger", ranged)).resolves.toMatchObject(ledger);
    const stranger = await signedInUser(app);
    await expect(read(stranger.client, "billing.ledger", { apiKeyId: id })).resolves.toMatchObject({ items: [] });
  });
});

it("405 names both methods", async () => {
  const response = await user.client.fetch("/api/keys", { method: "PUT", body: "{}" });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, POST"]);
});
