import { describe, expect, it } from "vitest";
import { ApiClient, type ApiResponse, callProcedure, signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { chat } from "../../../test/chat-stream";
import { readAccount } from "../../../test/users";
import { pageBuild } from "../../../test/whole-app";

const NO_BACKEND = { AI_BASE_URL: undefined, AI_API_KEY: undefined };
const NO_PROVIDER = { PROVIDER_API_BASE: undefined, PROVIDER_API_KEY: undefined };

const IMAGE = { prompt: "a boat", imageUrl: "https://pictures.example/boat.png" };
const CHECKOUT = { key: "pack_200", successUrl: "https://a.example/ok", cancelUrl: "https://a.example/no" };

/** Every paid request with its procedure, valid and invalid input, and its error. */
const REQUESTS = [
  ["/api/chat/stream", "chat.send", { message: "Hello" }, { message: "" }, "Chat is not configured"],
  ["/api/image/generate", "image.generate", IMAGE, { ...IMAGE, prompt: "" }, "Image generation is not configured"],
  ["/api/video/generate", "video.generate", { prompt: "a boat" }, {}, "Video generation is not configured"],
  [
    "/api/payments/provider/checkout",
    "billing.checkout",
    CHECKOUT,
    { ...CHECKOUT, successUrl: "/ok" },
    "Payments are not configured",
  ],
] as const;

const lines: { msg?: string; missing?: string[] }[] = [];

describe("503: with neither a generation backend nor a payment provider nor a mail server", () => {
  const app = useTestApp({
    env: { ...NO_BACKEND, ...NO_PROVIDER, RATE_LIMITS: "on", LOG_LEVEL: "warn" },
    logTo: { write: (line) => void lines.push(JSON.parse(line)) },
    build: pageBuild,
  });

  it.each(REQUESTS)(
    "%s is refused before anything is written or charged, over either transport",
    async (...request) => {
      const [path, procedure, valid, , error] = request;
      for (const credits of [1_000, 0]) {
        const { client, id } = await signedInUser(app, { credits });
        const before = await readAccount(app, id);
        expect(await client.post(path, valid)).toMatchObject({ status: 503, body: { error } });
        expect(await callProcedure(client, "mutation", procedure, valid)).toMatchObject({
          status: 503,
          error: { message: error, code: "SERVICE_UNAVAILABLE" },
        });
        expect(await readAccount(app, id)).toEqual(before);
        expect(await app.db.checkout.count()).toBe(0);
        expect(await app.db.runningGenerations.count({ where: { userId: id } })).toBe(0);
      }
      expect(app.sandbox.requests).toEqual([]);
    },
  );

  it.each(REQUESTS)("%s responds 401, 403 and 400 first", async (path, _procedure, valid, invalid) => {
    expect(await new ApiClient(app).post(path, valid)).toMatchObject({ status: 401 });
    const { client, id } = await signedInUser(app);
    expect(await client.post(path, invalid)).toMatchObject({ status: 400 });
    await app.db.user.update({ where: { id }, data: { banned: true } });
    expect(await client.post(path, valid)).toMatchObject({ status: 403 });
  });

  it.each(REQUESTS)("%s releases its Idempotency-Key", async (path, _procedure, valid, _invalid, error) => {
    const { client, id } = await signedInUser(app);
    const response: ApiResponse = await client.post(path, valid, { "idempotency-key": "a-key" });
    expect(response).toMatchObject({ status: 503, body: { error } });
    expect(await app.db.idempotencyKey.count({ where: { userId: id } })).toBe(0);
  });

  it("logs at the start what is missing", () => {
    const missing = new Set(lines.flatMap((line) => line.missing ?? []));
    for (const name of ["AI_BASE_URL", "AI_API_KEY", "PROVIDER_API_BASE", "PROVIDER_API_KEY", "SMTP_URL"])
      expect(missing).toContain(name);
  });

  it.each([
    ["/chat", "Chat isn’t set up yet."],
    ["/image", "Images aren’t set up yet."],
    ["/video", "Videos aren’t set up yet."],
    ["/zh/chat", "对话功能尚未配置"],
  ])("%s says so in a friendly line", async (path, text) => {
    const { client } = await signedInUser(app);
    const response = await client.fetch(path);
    expect(response.status).toBe(200);
    expect((await response.text()).includes(text)).toBe(true);
  });

  it.each(["/sign-up", "/sign-in"])("%s works without mail", async (path) => {
    const response = await new ApiClient(app).fetch(path);
    expect(response.status).toBe(200);
  });

  it("lets users sign up and in without mail, and keeps the mail queued", async () => {
    const client = new ApiClient(app);
    const account = { email: "no-mail@example.com", password: "a long password" };
    const { status, body } = await client.post("/api/auth/sign-up", account);
    expect(status).toBe(201);
    expect(await app.db.emailVerification.count()).toBe(0);
    const jobs = await app.db.$queryRaw<{ key: string }[]>`SELECT key FROM graphile_worker.jobs`;
    expect(jobs.map(({ key }) => key)).toContain(`verification:${String(body["id"])}`);
  });
});

describe("with a backend for images alone", () => {
  const app = useTestApp({
    env: { ...NO_BACKEND, AI_IMAGE_BASE_URL: "https://ai.sandbox.test/api/v3", AI_IMAGE_API_KEY: "ai-test-key" },
    build: pageBuild,
  });

  it("generates images, and refuses chats and videos", async () => {
    const { client } = await signedInUser(app, { credits: 100 });
    expect(await client.post("/api/image/generate", IMAGE)).toMatchObject({ status: 200 });
    expect(await client.post("/api/chat/stream", { message: "Hello" })).toMatchObject({ status: 503 });
    expect(await client.post("/api/video/generate", { prompt: "a boat" })).toMatchObject({ status: 503 });
  });

  it("shows on the pages what is missing, and nothing on the others", async () => {
    const { client } = await signedInUser(app);
    expect((await (await client.fetch("/image")).text()).includes("Images aren’t set up")).toBe(false);
    expect((await (await client.fetch("/video")).text()).includes("Videos aren’t set up yet.")).toBe(true);
  });
});

describe("with everything", () => {
  const failing = { said: "" };
  const app = useTestApp({
    build: pageBuild,
    mail: true,
    env: { LOG_LEVEL: "warn" },
    logTo: { write: (line) => void warnings.push(line) },
    outside: async (request) =>
      failing.said !== "" && new URL(request.url).pathname.endsWith("/chat/completions")
        ? new Response(failing.said, { headers: { "content-type": "text/event-stream" } })
        : null,
  });
  const warnings: string[] = [];

  it("warns of product ids only", () => {
    const missing = warnings.flatMap((line) => JSON.parse(line).missing ?? []);
    expect(missing.filter((name) => !name.startsWith("PROVIDER_PRODUCT_"))).toEqual([]);
  });

  it.each([
    ["false", "10 credits were charged."],
    ["true", "Not charged."],
  ])("the page of a failed chat answer shows its cost: %s", async (isRefunded, text) => {
    failing.said = 'data: {"choices":[{"delta":{},"finish_reason":"content_filter"}]}\n\n';
    const { client } = await signedInUser(app, { credits: 20 });
    const { sessionId } = await chat(client, { message: "Hello" });
    if (isRefunded === "true") await app.db.chatMessage.updateMany({ where: { sessionId }, data: { creditsUsed: 0 } });
    const page = await (await client.fetch(`/chat/${sessionId}`)).text();
    expect(page.includes("No answer.")).toBe(true);
    expect(page.includes(text)).toBe(true);
  });
});
