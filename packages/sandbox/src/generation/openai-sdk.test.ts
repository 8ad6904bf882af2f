import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import OpenAI from "openai";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type RunningSandbox, startSandbox } from "../serve";
import { sampleImage } from "../testing/sample-image";

let dataDir: string;
let sandbox: RunningSandbox;
let openai: OpenAI;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "openai-sdk-"));
  sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    dataDir,
    webhookUrl: "http://127.0.0.1:9/webhook",
    appOrigin: "http://localhost:3000",
    chatPacingMs: 0,
  });
  openai = new OpenAI({ baseURL: sandbox.env["AI_BASE_URL"], apiKey: sandbox.env["AI_API_KEY"], maxRetries: 0 });
});
afterEach(() => fetch(`${sandbox.url}/faults`, { method: "DELETE" }));
afterAll(async () => {
  await sandbox.stop();
  await rm(dataDir, { recursive: true });
});

async function setChatFault(kind: string | null): Promise<void> {
  const fault = kind === null ? null : { kind };
  await fetch(`${sandbox.url}/faults`, { method: "POST", body: JSON.stringify({ party: "chat", fault }) });
}

async function streamed(content: string) {
  const stream = await openai.chat.completions.create({
    model: "m",
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: "user", content }],
  });
  const seen = { reasoning: "", text: "", order: "", finish: "", reasoningTokens: 0 };
  for await (const { choices, usage } of stream) {
    const delta: { content?: string | null; reasoning_content?: string } = choices[0]?.delta ?? {};
    if (delta.reasoning_content) seen.order += "r";
    if (delta.content) seen.order += "t";
    seen.reasoning += delta.reasoning_content ?? "";
    seen.text += delta.content ?? "";
    seen.finish = choices[0]?.finish_reason ?? seen.finish;
    seen.reasoningTokens = usage?.completion_tokens_details?.reasoning_tokens ?? 0;
  }
  return seen;
}

function whole(content: string) {
  return openai.chat.completions.create({ model: "m", messages: [{ role: "user", content }] });
}

describe("chat with the openai SDK", () => {
  it("sends the reasoning before the answer when it is told to think", async () => {
    const seen = await streamed("hello [think]");
    expect(seen.order).toMatch(/^r{10,}t{10,}$/);
    expect(seen.reasoning).toContain("The message has 2 words");
    expect(seen).toMatchObject({ finish: "stop", reasoningTokens: seen.order.lastIndexOf("r") + 1 });
    expect((await streamed("hello")).reasoning).toBe("");
    const { choices } = await whole("hello [think]");
    expect(choices[0]?.message).toMatchObject({ reasoning_content: seen.reasoning, content: seen.text });
  });

  it.each([
    ["the fault", "stream_error", "hello"],
    ["the trigger word", null, "hello [error]"],
  ])("fails in the middle of the stream by %s", async (_name, fault, message) => {
    await setChatFault(fault);
    await expect(streamed(message)).rejects.toMatchObject({ code: "InternalServiceError" });
    await expect(whole(message)).rejects.toMatchObject({ status: 500 });
  });

  it.each([
    ["the fault", "content_filter", "hello"],
    ["the trigger word", null, "hello [filter]"],
  ])("ends by the content filter by %s", async (_name, fault, message) => {
    await setChatFault(fault);
    const seen = await streamed(message);
    expect(seen.finish).toBe("content_filter");
    expect(seen.text).toContain("> hello");
    expect(seen.text).not.toContain("read backwards");
    expect((await whole(message)).choices[0]).toMatchObject({
      finish_reason: "content_filter",
      message: { content: seen.text },
    });
  });

  it("can answer nothing at all", async () => {
    expect(await streamed("hello [empty]")).toMatchObject({ text: "", finish: "stop" });
    expect((await whole("hello [empty]")).choices[0]).toMatchObject({
      finish_reason: "stop",
      message: { content: "" },
    });
  });
});

const PICTURE = await sampleImage("cat");

describe("images and videos with the openai SDK", () => {
  const image = `data:image/png;base64,${PICTURE.toString("base64")}`;

  it("are made by a model that accepts what is asked for", async () => {
    const body = { model: "seedream-4-0-250828", prompt: "a cat", image, size: "1K", response_format: "url" };
    const { data } = await openai.post<OpenAI.ImagesResponse>("/images/generations", { body });
    expect(data).toMatchObject([{ url: expect.stringContaining("/files/"), size: "1024x768" }]);
  });

  it.each([
    ["/images/generations", { model: "seedream-4-0-250828", prompt: "a cat", image, size: "adaptive" }],
    ["/contents/generations/tasks", { model: "seedance-1-0-pro", content: [{ type: "text", text: "a" }], duration: 1 }],
  ])("%s refuses what the model does not take, as a bad request", async (path, body) => {
    const refused = openai.post(path, { body });
    await expect(refused).rejects.toBeInstanceOf(OpenAI.BadRequestError);
    await expect(refused).rejects.toMatchObject({ status: 400, code: "InvalidParameter" });
  });
});
