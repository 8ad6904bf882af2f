import { signWebhook } from "@app/sandbox/payments/signatures";
import { sampleImage } from "@app/sandbox/testing/sample-image";
import { ApiClient, type ApiResponse, mutate, query } from "../api-client";
import type { TestApp } from "../app";
import { uploadForm } from "../uploads";
import { purchaseEvent, WEBHOOK_PATH } from "../webhooks";
import { CANARIES, PROMPT, USER_EMAIL, USER_PASSWORD } from "./canaries";

const PICTURE = { prompt: PROMPT, imageUrl: "https://pictures.example/boat.png" };
const CHECKOUT = { key: "pack_200", successUrl: "https://a.example/ok", cancelUrl: "https://a.example/no" };

/** Calls everything that sends requests to other services, over both transports. */
export async function callEveryProvider(client: RecordingClient): Promise<void> {
  await client.post("/api/image/generate", PICTURE);
  await client.post("/api/video/generate", { prompt: PROMPT });
  await client.post("/api/chat/stream", { message: PROMPT });
  await client.post("/api/payments/provider/checkout", CHECKOUT);
  await mutate(client, "image.generate", PICTURE);
  await mutate(client, "video.generate", { prompt: PROMPT });
  await mutate(client, "billing.checkout", CHECKOUT);
  await client.postBody("/api/upload/image", uploadForm(await sampleImage("a boat")));
}

/**
 * Creates an API key and uses it for everything, in the right and in wrong places. The one response that holds the key is not recorded.
 * @returns the key
 */
export async function useApiKey(owner: RecordingClient, program: RecordingClient): Promise<string> {
  const { id, key } = await owner.unrecorded(() => owner.post("/api/keys", { name: "a program" }));
  const messages = [{ role: "user", content: "Hello" }];
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_balance" } };
  const accept = "application/json, text/event-stream";
  for (const authorization of [`Bearer ${key}`, `Bearer ${key}x`, `Token ${key}`, key]) {
    await program.get("/api/me", { authorization });
    await program.get("/v1/models", { authorization });
    await program.get(`/api/keys/${key}?key=${key}`, { authorization });
    await program.post("/api/chat/stream", { message: "Hello" }, { authorization });
    await program.post("/v1/chat/completions", { model: "m", messages }, { authorization });
    await program.post("/v1/chat/completions", { model: key, messages, [key]: key }, { authorization });
    await program.post("/api/image/generate", PICTURE, { authorization });
    await program.post("/mcp", call, { authorization, accept });
  }
  await owner.get("/api/keys");
  await owner.get("/account/export.json");
  await owner.fetch(`/api/keys/${id}`, { method: "DELETE" });
  await program.get("/api/me", { authorization: `Bearer ${key}` });
  return key;
}

export async function callCron(client: RecordingClient): Promise<void> {
  const basic = (password: string) => `Basic ${Buffer.from(`scheduler:${password}`).toString("base64")}`;
  const sent = [
    `Bearer ${CANARIES.CRON_SECRET}`,
    `Bearer ${CANARIES.CRON_SECRET}x`,
    `Token ${CANARIES.CRON_SECRET}`,
    CANARIES.CRON_SECRET,
    basic(CANARIES.CRON_JOBS_PASSWORD),
    basic(`${CANARIES.CRON_JOBS_PASSWORD}x`),
  ];
  for (const authorization of sent) {
    await client.get("/api/cron/subscription-grants", { authorization });
    await client.post("/api/cron/grant-subscription-credits", {}, { authorization });
  }
  await client.get(`/api/cron/subscription-grants?token=${CANARIES.CRON_SECRET}`);
}

/** Sends webhooks with valid and invalid signatures. Returns the signatures. */
export async function deliverWebhooks(client: RecordingClient, userId: string): Promise<string[]> {
  const good = JSON.stringify(purchaseEvent({ userId, key: "pack_200" }));
  const sign = (body: string) => signWebhook(body, CANARIES.PROVIDER_WEBHOOK_SECRET);
  const deliveries = [
    [good, sign(good)],
    [good, sign(`${good} `)],
    [good, CANARIES.PROVIDER_WEBHOOK_SECRET],
    [good, CANARIES.PROVIDER_WEBHOOK_SECRET_PREVIOUS],
    ["{", sign("{")],
    ["[]", sign("[]")],
    [`{"eventType":"unheard of"}`, sign(`{"eventType":"unheard of"}`)],
  ] as const;
  for (const [body, signature] of deliveries)
    for (const header of ["provider-signature", "creem-signature"])
      await client.postText(WEBHOOK_PATH, body, { [header]: signature });
  return deliveries.map(([, signature]) => signature).filter((signature) => /^[0-9a-f]{64}$/.test(signature));
}

/** Sends credentials in the right and in wrong places, with valid and invalid bodies. */
export async function sendMalformed(client: RecordingClient): Promise<void> {
  const credentials = { email: USER_EMAIL, password: USER_PASSWORD };
  const paths = [
    "/api/auth/sign-up",
    "/api/image/generate",
    "/api/chat/stream",
    "/api/payments/provider/checkout",
    "/api/trpc/password.reset",
    "/api/trpc/account.changePassword",
    "/api/trpc/no.such",
    "/api/auth/callback/credentials",
    "/api/auth/no-such",
    "/api/no-such",
  ];
  for (const path of paths) {
    await client.postText(path, `{"password":"${USER_PASSWORD}"`);
    await client.postText(path, `${USER_PASSWORD}`);
    await client.post(path, [credentials]);
    await client.post(path, { ...credentials, email: "no address", name: "\0", json: credentials });
    await client.postText(path, new URLSearchParams(credentials).toString(), { "content-type": "text/plain" });
    await client.get(`${path}?${new URLSearchParams(credentials)}`);
  }
  await query(client, "history.list", { password: USER_PASSWORD, cursor: USER_PASSWORD });
  await client.get(`/api/trpc/me.current,me.current?batch=1&input=${USER_PASSWORD}`);
}

/** Signs in by every method, first with wrong credentials. */
export async function signInBadlyAndWell(client: RecordingClient): Promise<void> {
  await client.post("/api/auth/sign-up", { email: USER_EMAIL, password: USER_PASSWORD });
  await client.signIn(USER_EMAIL, `${USER_PASSWORD} and more`);
  await client.signIn(USER_PASSWORD, USER_EMAIL);
  await client.postForm("/api/auth/callback/credentials", { csrfToken: "none", password: USER_PASSWORD });
  await client.signIn(USER_EMAIL, USER_PASSWORD);
  await client.get("/api/auth/session");
  await query(client, "account.sessions");
  await query(client, "account.overview");
  await mutate(client, "account.changePassword", {
    currentPassword: `${USER_PASSWORD} and more`,
    newPassword: USER_PASSWORD,
  });
}

/** Signs in by OAuth up to the exchange of the code, which cannot reach the provider. */
export async function signInWithOAuth(client: RecordingClient, code: string): Promise<void> {
  const { body } = await client.get("/api/auth/csrf");
  const asked = await client.postForm("/api/auth/signin/github", { csrfToken: body.csrfToken });
  const state = new URL(asked.headers.get("location") ?? "", "http://a.example").searchParams.get("state") ?? "";
  await client.get(`/api/auth/callback/github?${new URLSearchParams({ code, state })}`);
  await client.get(`/api/auth/callback/github?${new URLSearchParams({ code, state: "made up" })}`);
  await client.get("/api/auth/callback/github?error=access_denied");
}

export async function askForMagicLink(client: RecordingClient): Promise<void> {
  const { body } = await client.get("/api/auth/csrf");
  await client.postForm("/api/auth/signin/email", { csrfToken: body.csrfToken, email: USER_EMAIL });
}

/** All responses with their headers, except for cookies, which are meant for the client. */
export class RecordingClient extends ApiClient {
  constructor(
    app: TestApp,
    private readonly responses: string[],
  ) {
    super(app);
  }

  /** The body of a response that may hold a secret. */
  async unrecorded(send: () => Promise<ApiResponse>): Promise<{ id: string; key: string }> {
    const recorded = this.responses.length;
    const { body } = await send();
    this.responses.length = recorded;
    return { id: body.id, key: String(body["key"]) };
  }

  override async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await super.fetch(path, init);
    const headers = [...response.headers].filter(([name]) => name !== "set-cookie");
    this.responses.push(`${response.status} ${JSON.stringify(headers)}\n${await response.clone().text()}`);
    return response;
  }
}
