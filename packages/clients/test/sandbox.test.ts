import type { ExternalService, Fault } from "@app/sandbox/faults";
import { createTestSandbox } from "@app/sandbox/testing/test-sandbox";
import { http } from "msw";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createOpenAiChatModel } from "../src/chat/chat-model";
import { createResultFetcher } from "../src/http/result-fetcher";
import { createModelArkImageBackend } from "../src/image/image-backend";
import { createSmtpMailer } from "../src/mail/mailer";
import { createCreemProvider } from "../src/payments/payment-provider";
import { createS3Storage } from "../src/storage/object-storage";
import { createModelArkVideoBackend } from "../src/video/video-backend";
import { interceptOutbound, rejection } from "./upstream";

const RESULT_MAX_BYTES = 20 * 1024 * 1024;

const server = interceptOutbound();
const sandbox = createTestSandbox();
afterAll(() => sandbox.stop());
beforeEach(() => {
  sandbox.faults.clear();
  sandbox.requests.length = 0;
  server.use(http.all("*", ({ request }) => sandbox.handle(request)));
});

const env = (name: string): string => sandbox.env[name] ?? "";
const endpoint = (model: string) => ({ baseUrl: env("AI_BASE_URL"), apiKey: env("AI_API_KEY"), model: env(model) });

/** All that generate or sell, with this limit on every wait. */
function createClients(limitMs: number) {
  return {
    provider: createCreemProvider({
      apiBase: env("PROVIDER_API_BASE"),
      apiKey: env("PROVIDER_API_KEY"),
      timeoutMs: limitMs,
    }),
    chatModel: createOpenAiChatModel({
      ...endpoint("AI_TEXT_MODEL"),
      idleTimeoutMs: limitMs,
    }),
    imageBackend: createModelArkImageBackend({ ...endpoint("AI_IMAGE_MODEL"), timeoutMs: limitMs }),
    videoBackend: createModelArkVideoBackend({
      ...endpoint("AI_VIDEO_MODEL"),
      submitTimeoutMs: limitMs,
      statusTimeoutMs: limitMs,
    }),
  };
}
type Clients = ReturnType<typeof createClients>;
const patient = createClients(20_000);
const hasty = createClients(100);
const { provider, imageBackend, videoBackend } = patient;
const storageOptions = {
  endpoint: env("STORAGE_ENDPOINT"),
  region: env("STORAGE_REGION"),
  accessKeyId: env("STORAGE_ACCESS_KEY_ID"),
  secretAccessKey: env("STORAGE_SECRET_ACCESS_KEY"),
  bucket: env("STORAGE_BUCKET_NAME"),
  publicUrl: env("STORAGE_PUBLIC_URL"),
};
const storage = createS3Storage(storageOptions);
const hastyStorage = createS3Storage({ ...storageOptions, timeoutMs: 100 });
const fetcher = createResultFetcher();

const order = {
  productId: "pack_200",
  successUrl: "https://service.test/billing",
  metadata: { userId: "user-1", key: "pack_200", kind: "one_time" },
  customerEmail: "ann@example.com",
} as const;
const imageRequest = { prompt: "a fox", imageUrl: "https://files.test/a.png", size: "adaptive", watermark: true };
const videoRequest = {
  prompt: "a fox runs",
  imageUrl: undefined,
  durationSeconds: 5,
  resolution: "480p",
  watermark: true,
  cameraFixed: undefined,
};
const smallFile = { key: "images/user-1/2.png", body: new Uint8Array([0, 255, 10, 13]), contentType: "image/png" };

async function ask({ chatModel }: Clients, content: string): Promise<string> {
  let answer = "";
  for await (const text of chatModel.stream([{ role: "user", content }])) answer += text;
  return answer;
}

describe("against the sandbox", () => {
  it("a checkout is opened and its page is there", async () => {
    const { url } = await provider.createCheckout(order);
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("200 credits");
  });

  it("a product the provider does not know is a failed checkout", async () => {
    const unknown = provider.createCheckout({ ...order, productId: "no_such_product" });
    expect(await rejection(unknown)).toMatchObject({ code: "upstream_failed" });
  });

  it("a question is answered in fragments", async () => {
    expect(await ask(patient, "What colour is a fox?")).toContain("What colour is a fox?");
  });

  it("an image is generated, downloaded, stored, and served from its public address", async () => {
    const { url } = await imageBackend.generate(imageRequest);
    const result = await fetcher.fetchResult(url, RESULT_MAX_BYTES);
    expect(result.contentType).toMatch(/^image\//);
    const key = "images/user 1/1_a+b.png";
    const publicUrl = await storage.put({ key, body: result.body, contentType: result.contentType });
    const served = await fetch(publicUrl);
    expect(served.headers.get("content-type")).toBe(result.contentType);
    expect(served.headers.get("cache-control")).toContain("immutable");
    expect(Buffer.from(await served.arrayBuffer()).equals(Buffer.from(result.body))).toBe(true);
  });

  it("an image the backend refuses is not generated", async () => {
    const refused = imageBackend.generate({ ...imageRequest, prompt: "[refuse] this" });
    expect(await rejection(refused)).toMatchObject({ message: "No image generated", cause: expect.any(String) });
    const empty = imageBackend.generate({ ...imageRequest, prompt: "[empty]" });
    expect(await rejection(empty)).toMatchObject({ message: "No image generated" });
  });

  it("a video is submitted, found finished, and downloaded", { timeout: 30_000 }, async () => {
    const { taskId } = await videoBackend.submit(videoRequest);
    const task = await videoBackend.getTask(taskId);
    expect(task).toMatchObject({ status: "succeeded", error: null });
    const result = await fetcher.fetchResult(task.videoUrl ?? "", RESULT_MAX_BYTES);
    expect(result.contentType).toBe("video/mp4");
    expect(Buffer.from(result.body).subarray(4, 8).toString()).toBe("ftyp");
  });

  it("a video from an image is submitted with every parameter the backend checks", async () => {
    const request = { ...videoRequest, imageUrl: "https://files.test/a.png", cameraFixed: true };
    expect(await videoBackend.submit(request)).toEqual({ taskId: expect.any(String) });
  });

  it("a video that fails says why", async () => {
    const { taskId } = await videoBackend.submit({ ...videoRequest, prompt: "[fail]" });
    const task = await videoBackend.getTask(taskId);
    expect(task).toEqual({ status: "failed", videoUrl: null, error: expect.any(String) });
  });

  it("a task nobody knows is an upstream error", async () => {
    expect(await rejection(videoBackend.getTask("cgt-unknown"))).toMatchObject({ name: "UpstreamError", status: 404 });
  });

  it("a storage with another secret refuses the object", async () => {
    const stranger = createS3Storage({ ...storageOptions, secretAccessKey: "wrong" });
    const error = await rejection(stranger.put({ key: "a.png", body: new Uint8Array(1), contentType: "image/png" }));
    expect(error).toMatchObject({ name: "UpstreamError", status: 403 });
  });

  it("a mail arrives as it was sent", async () => {
    const mailer = createSmtpMailer({ url: await sandbox.startMail(), from: env("MAIL_FROM") });
    const mail = {
      to: "ann@example.com",
      subject: "Grüße 🦊",
      text: "Ja.\n.\nEnde",
      html: "<p>Ja</p>",
      messageId: "<1@genmint.example>",
    };
    await mailer.send(mail);
    const [received] = sandbox.mailbox.list();
    expect(received).toMatchObject({
      to: [mail.to],
      from: env("MAIL_FROM"),
      subject: mail.subject,
      messageId: mail.messageId,
    });
    expect(received?.text.trim()).toBe(mail.text);
    expect(received?.html.trim()).toBe(mail.html);
  });
});

const EVERYWHERE: Fault[] = [
  { kind: "status", status: 429 },
  { kind: "status", status: 500 },
  { kind: "status", status: 403 },
  { kind: "reset" },
  { kind: "hang" },
  { kind: "html" },
  { kind: "bad_json" },
  { kind: "empty" },
];
const IN_STREAMS: Fault[] = [{ kind: "cut_stream" }, { kind: "break_stream" }, { kind: "stall" }];

const leavesWaiting = ({ kind }: Fault): boolean => kind === "hang" || kind === "stall";

describe.each<[ExternalService, Fault[], (clients: Clients) => Promise<unknown>, string]>([
  ["payment", EVERYWHERE, (clients) => clients.provider.createCheckout(order), "AppError"],
  ["chat", [...EVERYWHERE, ...IN_STREAMS], (clients) => ask(clients, "Hello?"), "UpstreamError"],
  ["image", EVERYWHERE, (clients) => clients.imageBackend.generate(imageRequest), "UpstreamError"],
  ["video", EVERYWHERE, (clients) => clients.videoBackend.submit(videoRequest), "UpstreamError"],
])("a call to %s fails after one request", (party, faults, call, name) => {
  it.each(faults)("when it meets %j", async (fault) => {
    sandbox.faults.set(party, fault);
    expect(await rejection(call(leavesWaiting(fault) ? hasty : patient))).toMatchObject({ name });
    expect(sandbox.requests).toHaveLength(1);
  });
});

describe("storing a file", { timeout: 20_000 }, () => {
  it.each<Fault>([
    { kind: "status", status: 500 },
    { kind: "status", status: 403 },
    { kind: "reset" },
    { kind: "hang" },
    { kind: "html" },
    { kind: "empty" },
  ])("fails when the storage meets %j", async (fault) => {
    sandbox.faults.set("storage", fault);
    const storing = (leavesWaiting(fault) ? hastyStorage : storage).put(smallFile);
    expect(await rejection(storing)).toMatchObject({ name: "UpstreamError" });
  });

  it("succeeds after one failed attempt", async () => {
    sandbox.faults.queue("storage", { kind: "status", status: 500 });
    expect(await storage.put(smallFile)).toBe(`${env("STORAGE_PUBLIC_URL")}/${smallFile.key}`);
    expect(sandbox.requests).toHaveLength(2);
  });
});
