import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { signWebhook } from "./payments/signatures";
import { sampleImage } from "./testing/sample-image";
import { type ServedSandbox, serveTestSandbox } from "./testing/served-sandbox";
import { sendRawMail } from "./testing/smtp-conversation";

let served: ServedSandbox;
const env = (name: string) => served.env(name);

beforeEach(async () => {
  served = await serveTestSandbox({ chatPacingMs: 0, videoTiming: { queuedMs: 0, runningMs: 0 } });
});
afterEach(() => served.stop());

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
  it("has all environment variables that the service needs", () => {
    expect(Object.keys(served.current().env).sort()).toEqual([
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
    expect(env("OUTBOUND_ALLOW_HOSTS")).toBe(new URL(served.current().url).host);
  });

  it("generates new keys at every start", async () => {
    const other = await served.startAnother();
    await other.stop();
    for (const name of ["PROVIDER_API_KEY", "PROVIDER_WEBHOOK_SECRET", "AI_API_KEY", "STORAGE_SECRET_ACCESS_KEY"]) {
      expect(other.env[name]).not.toBe(env(name));
    }
  });

  it("completes a purchase from the checkout to the signed webhooks and back to the shop", async () => {
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
    expect(served.webhooks.map(({ body }) => JSON.parse(body).eventType)).toEqual([
      "checkout.completed",
      "subscription.paid",
      "subscription.active",
    ]);
    for (const { signature, body } of served.webhooks)
      expect(signature).toBe(signWebhook(body, env("PROVIDER_WEBHOOK_SECRET")));
  });

  it("generates an image and a video from a picture in its own storage", async () => {
    const image = await store("uploads/u/1.png", await sampleImage("x", 320, 240));
    const response = await generation("/images/generations", { model: "m", prompt: "p", image, size: "adaptive" });
    const { data } = await response.json();
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

  it("keeps stored objects over a restart", async () => {
    await store("kept.png", Buffer.from("bytes"));
    await served.restart();
    const kept = await storage().send(new GetObjectCommand({ Bucket: env("STORAGE_BUCKET_NAME"), Key: "kept.png" }));
    expect(await kept.Body?.transformToString()).toBe("bytes");
  });

  it("keeps subscriptions over a restart", async () => {
    const created = await fetch(`${env("PROVIDER_API_BASE")}/v1/checkouts`, {
      method: "POST",
      headers: { "x-api-key": env("PROVIDER_API_KEY") },
      body: JSON.stringify({ product_id: "pro_monthly" }),
    });
    const { id } = await created.json();
    const simulate = async (path: string) =>
      (await fetch(`${env("PROVIDER_API_BASE")}/simulate/${path}`, { method: "POST" })).json();
    const { subscriptionId } = await simulate(`pay/${id}`);
    await served.restart();
    expect(await simulate(`renew/${subscriptionId}`)).toMatchObject({ subscriptionId, subscriptionStatus: "active" });
  });

  it("shows received mails", async () => {
    await sendRawMail(env("SMTP_URL"), {
      from: "a@example.com",
      to: ["b@example.com"],
      content: "Subject: Hello you\n\nText",
    });
    expect(await (await fetch(`${served.current().url}/mail/`)).text()).toContain("Hello you");
    expect(await (await fetch(`${served.current().url}/mail`)).text()).toContain("Hello you");
  });

  it("streams a chat response, and breaks the connection on request", async () => {
    const body = { model: "m", stream: true, messages: [{ role: "user", content: "hi" }] };
    expect(await (await generation("/chat/completions", body)).text()).toContain("data: [DONE]");
    await fetch(`${served.current().url}/faults`, {
      method: "POST",
      body: JSON.stringify({ party: "chat", fault: { kind: "reset" }, times: 1 }),
    });
    await expect(generation("/chat/completions", body)).rejects.toThrow("fetch failed");
    await fetch(`${served.current().url}/faults`, {
      method: "POST",
      body: JSON.stringify({ party: "chat", fault: { kind: "break_stream" }, times: 1 }),
    });
    const broken = await generation("/chat/completions", body);
    await expect(broken.text()).rejects.toThrow("terminated");
  });

  it("links its services from the home page", async () => {
    const page = await (await fetch(served.current().url)).text();
    for (const href of [
      "http://localhost:3000",
      `${served.current().url}/payment/dashboard`,
      `${served.current().url}/mail`,
    ]) {
      expect(page).toContain(`href="${href}"`);
      if (href.startsWith(served.current().url)) expect((await fetch(href)).status).toBe(200);
    }
  });
});
