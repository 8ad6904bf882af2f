import { randomUUID } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { sampleImage } from "@app/sandbox/testing/sample-image";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { ApiClient, callProcedure, mutate, type SignedInUser, signedInUser } from "../api-client";
import { useTestApp } from "../app";
import { type OpenRequest, openRequest } from "../raw-http";

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
/** The attacks blocked the process for seven seconds and more. */
const BLOCKED_MAX_MS = 1_500;
const GROWTH_MAX_BYTES = 400 * MEGABYTE;
const TOO_LARGE = { error: "Request body is too large" };
const TOO_DEEP = "Request body must not nest deeper than 32 levels";
const TOO_MANY = "Request body must not hold more than 10000 values";
const JSON_TYPE = { "content-type": "application/json" };
const UNFINISHED_MAX = 100;
const LARGE_AT_ONCE = 8;

const app = useTestApp();
let user: SignedInUser;
let anonymous: ApiClient;
beforeAll(async () => {
  user = await signedInUser(app, { credits: 1_000 });
  anonymous = new ApiClient(app);
});

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
/** A JSON object of exactly this size, with these members. */
function paddedTo(bytes: number, members: object): string {
  const length = JSON.stringify({ ...members, padding: "" }).length;
  return JSON.stringify({ ...members, padding: "x".repeat(bytes - length) });
}
const newAccount = () => ({ name: "Test", email: `${randomUUID()}@example.com`, password: "correct horse battery" });

/** The longest time that `attack` blocked the event loop. The server runs in this process. */
async function longestBlock<T>(attack: () => Promise<T>): Promise<{ response: T; blockedMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const response = await attack();
  delay.disable();
  return { response, blockedMs: delay.max / 1e6 };
}

/** superjson would take eleven seconds to read it: each annotation walks a set of 60,000 to its end. */
function annotations(): string {
  const items = Array.from({ length: 60_000 }, (_, index) => index);
  const paths = Array.from({ length: 30_000 }, (_, index) => [`a.${59_999 - index}`, []]);
  return JSON.stringify({
    json: { a: items },
    meta: { values: { a: ["set"] }, referentialEqualities: Object.fromEntries(paths) },
  });
}

describe("a body that is slow to parse", () => {
  it("of superjson annotations is refused without a session for its size, and never parsed", async () => {
    const body = annotations();
    for (const client of [anonymous, user.client]) {
      const { response, blockedMs } = await longestBlock(() =>
        client.postText("/api/trpc/account.verifyEmail", body, JSON_TYPE),
      );
      expect(response).toMatchObject(
        client === anonymous ? { status: 413, body: TOO_LARGE } : { status: 400, body: { error: TOO_MANY } },
      );
      expect(blockedMs).toBeLessThan(BLOCKED_MAX_MS);
    }
  });

  it.each([
    ["deep", () => "[".repeat(15 * MEGABYTE), TOO_DEEP],
    ["many", () => `[${"[],".repeat(5 * MEGABYTE)}[]]`, TOO_MANY],
    ["mixed", () => `{"imageUrl":[${'{"a":[0]},'.repeat(1.5 * MEGABYTE)}0]}`, TOO_MANY],
  ])("of 15 MB that nest %s is refused unparsed", async (_how, write, error) => {
    const body = write();
    for (const path of ["/api/image/generate", "/api/video/generate", "/api/trpc/image.generate"]) {
      const before = process.memoryUsage().rss;
      const { response, blockedMs } = await longestBlock(() => user.client.postText(path, body));
      expect([path, response]).toMatchObject([path, { status: 400, body: { error } }]);
      expect(blockedMs).toBeLessThan(BLOCKED_MAX_MS);
      expect(process.memoryUsage().rss - before).toBeLessThan(GROWTH_MAX_BYTES);
    }
  });

  it("is refused from the 33rd level on, over every transport", async () => {
    const [deepest, tooDeep] = [JSON.parse(nested(31)), JSON.parse(nested(32))];
    const verify = { token: "no such" };
    expect(await anonymous.post("/api/auth/sign-up", { ...newAccount(), extra: tooDeep })).toMatchObject({
      status: 400,
      body: { error: TOO_DEEP },
    });
    expect(await anonymous.post("/api/auth/sign-up", { ...newAccount(), extra: deepest })).toMatchObject({
      status: 201,
    });
    expect(await user.client.post("/api/chat/stream", { message: 5, extra: tooDeep })).toMatchObject({
      status: 400,
      body: { error: TOO_DEEP },
    });
    const call = await anonymous.post("/api/trpc/account.verifyEmail", { ...verify, extra: tooDeep });
    expect(call).toMatchObject({ status: 400, body: { error: TOO_DEEP } });
    const input = encodeURIComponent(JSON.stringify({ extra: tooDeep }));
    expect(await user.client.get(`/api/trpc/history.list?input=${input}`)).toMatchObject({
      status: 400,
      body: { error: TOO_DEEP },
    });
    expect(await anonymous.get(`/api/trpc/history.list?input=${input}`)).toMatchObject({ status: 401 });
  });
});

describe("a body's size", () => {
  it("is 64 kB before a session is known", async () => {
    const calls = [
      ["/api/auth/sign-up", 201],
      ["/api/trpc/password.requestReset", 200],
    ] as const;
    for (const [path, status] of calls) {
      const fits = await anonymous.postText(path, paddedTo(64 * KILOBYTE, newAccount()));
      expect([path, fits.status]).toEqual([path, status]);
      const refused = await anonymous.postText(path, paddedTo(64 * KILOBYTE + 1, newAccount()));
      expect([path, refused]).toMatchObject([path, { status: 413, body: TOO_LARGE }]);
    }
  });

  it("is not checked where a session is required first", async () => {
    const body = paddedTo(2 * MEGABYTE, { prompt: "a boat" });
    for (const path of ["/api/image/generate", "/api/trpc/image.generate", "/api/trpc/admin.users.ban"])
      expect([path, (await anonymous.postText(path, body)).status]).toEqual([path, 401]);
  });

  it("of a webhook is not checked without a signature", async () => {
    const response = await anonymous.postText("/api/payments/provider/webhook", paddedTo(2 * MEGABYTE, {}));
    expect(response).toMatchObject({ status: 400, body: { error: "Invalid signature" } });
  });

  it("is 1 MB with a session, and 16 MB for pictures and videos only", async () => {
    const text = { message: 5 };
    for (const path of ["/api/chat/stream", "/api/trpc/chat.send", "/api/trpc/chat.send,image.generate?batch=1"]) {
      const refused = await user.client.postText(path, paddedTo(MEGABYTE + 1, text));
      expect([path, refused]).toMatchObject([path, { status: 413, body: TOO_LARGE }]);
    }
    const bytes = Buffer.concat([await sampleImage("a boat"), Buffer.alloc(9 * MEGABYTE)]);
    const picture = { prompt: "a boat", imageUrl: `data:image/png;base64,${bytes.toString("base64")}` };
    for (const path of ["/api/image/generate", "/api/trpc/image.generate"])
      expect([path, (await user.client.post(path, picture)).status]).toEqual([path, 200]);
  });

  it("is 1 MB without Content-Length, for pictures as well", async () => {
    const body = new Blob([paddedTo(MEGABYTE + 1, { prompt: "a boat" })]).stream();
    const response = await user.client.fetch("/api/image/generate", {
      method: "POST",
      headers: JSON_TYPE,
      body,
      duplex: "half",
    } as RequestInit);
    expect([response.status, await response.json()]).toEqual([413, TOO_LARGE]);
  });

  it("is limited in a query as well", async () => {
    const input = encodeURIComponent(JSON.stringify({ search: "x".repeat(13_000) }));
    expect(await user.client.get(`/api/trpc/history.list?input=${input}`)).toMatchObject({
      status: 400,
      body: { error: "input must be at most 12000 characters" },
    });
  });
});

describe("a call's input", () => {
  it("is plain JSON, with dates as text", async () => {
    const list = await callProcedure(user.client, "query", "history.list", { from: "2026-01-01T00:00:00.000Z" });
    expect(list).toMatchObject({ status: 200, data: { items: expect.any(Array) } });
    const forged = await mutate(user.client, "image.generate", { json: { prompt: "a boat" }, meta: { values: {} } });
    expect(forged).toMatchObject({ status: 400, error: { message: "Prompt is required" } });
  });
});

describe("bodies that do not end", () => {
  const open: OpenRequest[] = [];
  afterEach(async () => {
    for (const { socket } of open) socket.destroy();
    await Promise.all(open.splice(0).map(({ closed }) => closed));
  });

  async function begin(path: string, bytes: number, first: string, cookie = ""): Promise<OpenRequest> {
    const request = await openRequest(app, `POST ${path}`, { ...JSON_TYPE, cookie, "content-length": bytes });
    open.push(request);
    request.socket.write(first);
    return request;
  }

  it("are limited per address; the next one is refused and closed, and other addresses are served", async () => {
    for (let count = 0; count < UNFINISHED_MAX; count += 1) await begin("/api/auth/sign-up", 1_000, "{");
    const refused = await begin("/api/auth/sign-up", 1_000, "{");
    expect(await refused.status()).toBe(429);
    expect(refused.received()).toMatch(/^retry-after: \d+\r$/im);
    expect(refused.received()).toContain('{"error":"Too many requests at once, try again shortly"}');
    await refused.closed;
    // Requests without a body are still served.
    expect((await anonymous.get("/api/auth/csrf")).status).toBe(200);
    open[0]?.socket.destroy();
    await open[0]?.closed;
    await expect
      .poll(async () => (await anonymous.post("/api/auth/sign-up", newAccount())).status, { timeout: 5_000 })
      .toBe(201);
  });

  it("do not count once they are complete, however long their response takes", async () => {
    const sent = Array.from({ length: UNFINISHED_MAX + 20 }, () =>
      user.client.post("/api/trpc/account.changeName", { name: "x" }),
    );
    for (const response of await Promise.all(sent)) expect(response.status).toBe(200);
  });

  it("may occupy a limited number of megabytes, for pictures as for other requests", async () => {
    const cookie = user.client.cookieHeader;
    const begun = await Promise.all(
      Array.from({ length: LARGE_AT_ONCE + 1 }, (_, index) =>
        begin(index % 2 ? "/api/image/generate" : "/api/trpc/image.generate", 16 * MEGABYTE, "{", cookie),
      ),
    );
    expect(await Promise.race(begun.map(({ status }) => status()))).toBe(429);
    expect(begun.filter(({ received }) => received() !== "")).toHaveLength(1);
    const small = { prompt: "a boat", imageUrl: "https://pictures.example/boat.png" };
    expect((await user.client.post("/api/image/generate", small)).status).toBe(200);
  });
});

describe("a JSON body that is not UTF-8", () => {
  /** As some clients send it: "é" is one byte. */
  const latin1 = (value: object) => Buffer.from(JSON.stringify(value), "latin1");

  it.each([
    ["/api/chat/stream", { message: "Un café" }],
    ["/api/image/generate", { prompt: "Un café", imageUrl: "https://pictures.example/boat.png" }],
    ["/api/trpc/chat.send", { message: "Un café" }],
  ])("is refused by %s, and not charged", async (path, body) => {
    const read = () => app.db.user.findUnique({ where: { id: user.id }, select: { credits: true } });
    const before = await read();
    const response = await user.client.postBody(path, latin1(body), JSON_TYPE);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body)).toContain("Request body must be valid JSON");
    expect(await read()).toEqual(before);
  });

  it("is another one than UTF-8 with a byte order mark", async () => {
    const text = Buffer.from(`\uFEFF${JSON.stringify({ message: "Un café" })}`);
    expect((await user.client.postBody("/api/chat/stream", text, JSON_TYPE)).status).toBe(200);
  });
});
