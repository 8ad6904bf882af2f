import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SIGNATURE_HEADER, signWebhook } from "./payments/signatures";
import { type RunningSandbox, startSandbox } from "./serve";
import { sampleImage } from "./testing/sample-image";
import { sendRawMail } from "./testing/smtp-conversation";

interface ReceivedWebhook {
  signature: string | undefined;
  body: string;
}

let dataDir: string;
let service: Server;
let webhooks: ReceivedWebhook[];
let webhookUrl: string;
let sandbox: RunningSandbox;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sandbox-"));
  webhooks = [];
  service = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    webhooks.push({ signature: request.headers[SIGNATURE_HEADER]?.toString(), body });
    response.end('{"received":true}');
  });
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  const address = service.address();
  webhookUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/webhook`;
  sandbox = await start();
});
afterEach(async () => {
  await sandbox.stop();
  service.close();
  await rm(dataDir, { recursive: true });
});

function start(): Promise<RunningSandbox> {
  return startSandbox({
    port: 0,
    smtpPort: 0,
    dataDir,
    webhookUrl,
    appOrigin: "http://localhost:3000",
    chatPacingMs: 0,
    videoTiming: { queuedMs: 0, runningMs: 0 },
  });
}

function env(name: string): string {
  const value = sandbox.env[name];
  if (value === undefined) throw new Error(`${name} is not in the environment`);
  return value;
}

function storage(): S3Client {
  return new S3Client({
    endpoint: env("STORAGE_ENDPOINT"),
    region: env("STORAGE_REGION"),
    forcePathStyle: true,
    credentials: { accessKeyId: env("STORAGE_ACCESS_KEY_ID"), secretAccessKey: env("STORAGE_SECRET_ACCESS_KEY") },
  });
}

async function store(key: string, body: Uint8Array): Promise<string> {
  await storage().send(
    new PutObjectCommand({ Bucket: env("STORAGE_BUCKET_NAME"), Key: key, Body: body, ContentType: "image/png" }),
  );
  return `${env("STORAGE_PUBLIC_URL")}/${key}`;
}

function generation(path: string, body?: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${env("AI_API_KEY")}` };
  return fetch(
    `${env("AI_BASE_URL")}${path}`,
    body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) },
  );
}

describe("the served sandbox", () => {
  it("names everything the service needs in its environment", () => {
    expect(Object.keys(sandbox.env).sort()).toEqual([
      "AI_API_KEY",
      "AI_BASE_URL",
      "AI_IMAGE_MODEL",
      "AI_TEXT_MODEL",
      "AI_VIDEO_MODEL",
      "MAIL_FROM",
      "OUTBOUND_ALLOW_HOSTS",
      "PROVIDER_API_BASE",
      "PROVIDER_API_KEY",
      "PROVIDER_PRODUCT_PACK_200",
      "PROVIDER_PRODUCT_PRO_MONTHLY",
      "PROVIDER_PRODUCT_PRO_YEARLY",
      "PROVIDER_PRODUCT_STARTER_MONTHLY",
      "PROVIDER_PRODUCT_STARTER_YEARLY",
      "PROVIDER_WEBHOOK_SECRET",
      "SMTP_URL",
      "STORAGE_ACCESS_KEY_ID",
      "STORAGE_BUCKET_NAME",
      "STORAGE_ENDPOINT",
      "STORAGE_PUBLIC_URL",
      "STORAGE_REGION",
      "STORAGE_SECRET_ACCESS_KEY",
    ]);
    expect(env("OUTBOUND_ALLOW_HOSTS")).toBe(new URL(sandbox.url).host);
  });

  it("makes up keys of its own at every start", async () => {
    const other = await start();
    await other.stop();
    for (const name of ["PROVIDER_API_KEY", "PROVIDER_WEBHOOK_SECRET", "AI_API_KEY", "STORAGE_SECRET_ACCESS_KEY"]) {
      expect(other.env[name]).not.toBe(env(name));
    }
  });

  it("takes a purchase from the checkout to the signed webhooks and back to the shop", async () => {
    const created = await fetch(`${env("PROVIDER_API_BASE")}/v1/checkouts`, {
      method: "POST",
      headers: { "x-api-key": env("PROVIDER_API_KEY") },
      body: JSON.stringify({
        product_id: "pro_yearly",
        success_url: "http://localhost:3000/done",
        metadata: { userId: "u" },
      }),
    });
    const { checkout_url } = await created.json();
    expect(await (await fetch(checkout_url)).text()).toContain("Pro, yearly");
    const form = new URLSearchParams({ action: "pay", email: "a@example.com" });
    const paid = await fetch(checkout_url, { method: "POST", body: form, redirect: "manual" });
    expect(paid.headers.get("location")).toMatch(/^http:\/\/localhost:3000\/done\?.*checkout_id=ch_/);
    expect(webhooks.map(({ body }) => JSON.parse(body).eventType)).toEqual([
      "checkout.completed",
      "subscription.paid",
      "subscription.active",
    ]);
    for (const { signature, body } of webhooks)
      expect(signature).toBe(signWebhook(body, env("PROVIDER_WEBHOOK_SECRET")));
  });

  it("makes an image and a video from a picture in its own storage", async () => {
    const image = await store("uploads/u/1.png", await sampleImage("x", 320, 240));
    const made = await generation("/images/generations", { model: "m", prompt: "p", image, size: "adaptive" });
    const { data } = await made.json();
    const picture = await fetch(data[0].url);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);

    const content = [{ type: "image_url", image_url: { url: image }, role: "first_frame" }];
    const { id } = await (await generation("/contents/generations/tasks", { model: "m", content, duration: 1 })).json();
    const task = await (await generation(`/contents/generations/tasks/${id}`)).json();
    const video = await fetch(task.content.video_url, { headers: { range: "bytes=0-11" } });
    expect([video.status, video.headers.get("content-type"), (await video.text()).slice(4, 8)]).toEqual([
      206,
      "video/mp4",
      "ftyp",
    ]);
  });

  it("still has stored objects after a restart", async () => {
    await store("kept.png", Buffer.from("bytes"));
    await sandbox.stop();
    sandbox = await start();
    const kept = await storage().send(new GetObjectCommand({ Bucket: env("STORAGE_BUCKET_NAME"), Key: "kept.png" }));
    expect(await kept.Body?.transformToString()).toBe("bytes");
  });

  it("still knows its subscriptions after a restart", async () => {
    const created = await fetch(`${env("PROVIDER_API_BASE")}/v1/checkouts`, {
      method: "POST",
      headers: { "x-api-key": env("PROVIDER_API_KEY") },
      body: JSON.stringify({ product_id: "pro_monthly" }),
    });
    const { id } = await created.json();
    const simulate = async (path: string) =>
      (await fetch(`${env("PROVIDER_API_BASE")}/simulate/${path}`, { method: "POST" })).json();
    const { subscriptionId } = await simulate(`pay/${id}`);
    await sandbox.stop();
    sandbox = await start();
    expect(await simulate(`renew/${subscriptionId}`)).toMatchObject({ subscriptionId, subscriptionStatus: "active" });
  });

  it("shows what was mailed", async () => {
    await sendRawMail(env("SMTP_URL"), {
      from: "a@example.com",
      to: ["b@example.com"],
      content: "Subject: Hello you\n\nText",
    });
    expect(await (await fetch(`${sandbox.url}/mail/`)).text()).toContain("Hello you");
    expect(await (await fetch(`${sandbox.url}/mail`)).text()).toContain("Hello you");
  });

  it("streams a chat answer, and breaks the connection when told to", async () => {
    const body = { model: "m", stream: true, messages: [{ role: "user", content: "hi" }] };
    expect(await (await generation("/chat/completions", body)).text()).toContain("data: [DONE]");
    await fetch(`${sandbox.url}/faults`, {
      method: "POST",
      body: JSON.stringify({ party: "chat", fault: { kind: "reset" }, times: 1 }),
    });
    await expect(generation("/chat/completions", body)).rejects.toThrow("fetch failed");
    await fetch(`${sandbox.url}/faults`, {
      method: "POST",
      body: JSON.stringify({ party: "chat", fault: { kind: "break_stream" }, times: 1 }),
    });
    const broken = await generation("/chat/completions", body);
    await expect(broken.text()).rejects.toThrow("terminated");
  });

  it("links its parties from the home page", async () => {
    const page = await (await fetch(sandbox.url)).text();
    for (const href of ["http://localhost:3000", `${sandbox.url}/payment/dashboard`, `${sandbox.url}/mail`]) {
      expect(page).toContain(`href="${href}"`);
      if (href.startsWith(sandbox.url)) expect((await fetch(href)).status).toBe(200);
    }
  });
});
