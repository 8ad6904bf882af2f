import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createGenmintClient, type GenmintClient, type GenmintClientOptions } from "./client.ts";
import { GenmintError } from "./genmint-error.ts";

async function clientOf(
  listener: RequestListener,
  options: Partial<GenmintClientOptions> = {},
): Promise<GenmintClient> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return createGenmintClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: "gm_test", ...options });
}

const PAGE = { "content-type": "text/html" };
const JSON_TYPE = { "content-type": "application/json" };

describe("createGenmintClient", () => {
  it("fails with a GenmintError for a page in place of JSON", async () => {
    const client = await clientOf((_request, response) => response.writeHead(200, PAGE).end("<h1>Maintenance</h1>"));
    await expect(client.getMe()).rejects.toBeInstanceOf(GenmintError);
  });

  it("names the key of a paid call that failed, so that its repetition is not charged", async () => {
    const keys: unknown[] = [];
    const client = await clientOf((request, response) => {
      keys.push(request.headers["idempotency-key"]);
      if (request.url === "/api/image/generate") return response.writeHead(409, JSON_TYPE).end("{}");
      return response.writeHead(200, { "content-type": "text/event-stream" }).end('data: {"type":"content"}\n\n');
    });
    const read = async (idempotencyKey?: string) => {
      const stream = client.streamChat({ message: "Hello" }, idempotencyKey === undefined ? {} : { idempotencyKey });
      for await (const event of stream) expect(event.type).toBe("content");
    };
    const image = { prompt: "a boat", imageUrl: "https://pictures.example/boat.png" };
    for (const call of [() => client.generateImage(image), read]) {
      const error: unknown = await call().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: "GenmintError", idempotencyKey: keys.at(-1) });
    }
    await expect(read("my-own")).rejects.toMatchObject({ message: "The stream broke off", idempotencyKey: "my-own" });
    expect(keys.at(-1)).toBe("my-own");
  });

  it("names the key that it gave to a call of `api` whose connection was lost", async () => {
    const keys: unknown[] = [];
    const client = await clientOf(
      (request) => {
        keys.push(request.headers["idempotency-key"]);
        request.socket.destroy();
      },
      { maxRetries: 0 },
    );
    const body = { model: "text", messages: [{ role: "user" as const, content: "Hello" }] };
    const error: unknown = await client.api.POST("/v1/chat/completions", { body }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "GenmintError", idempotencyKey: keys.at(-1) });
    await expect(client.getMe()).rejects.toMatchObject({ idempotencyKey: null });
  });

  it("says when a refused call may be repeated, which it leaves to the caller after a long Retry-After", async () => {
    const client = await clientOf((_request, response) =>
      response.writeHead(429, { ...JSON_TYPE, "retry-after": "45" }).end('{"error":"Too many requests"}'),
    );
    const stream = client.streamChat({ message: "Hello" });
    for (const call of [() => client.getMe(), () => stream.next()])
      await expect(call()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 45 });
    const broken = await clientOf((_request, response) => response.writeHead(402, JSON_TYPE).end("{}"));
    await expect(broken.getMe()).rejects.toMatchObject({ status: 402, retryAfterSeconds: null });
  });

  it("follows no redirect of a paid call, which would make a GET of it", async () => {
    const methods: unknown[] = [];
    const client = await clientOf((request, response) => {
      methods.push(request.method);
      response.writeHead(301, { location: "/moved" }).end();
    });
    const image = client.generateImage({ prompt: "a boat", imageUrl: "https://pictures.example/boat.png" });
    await expect(image).rejects.toMatchObject({ name: "GenmintError", status: 301 });
    expect(methods).toEqual(["POST"]);
  });

  it("stops looking for a video before a look would end it, which the service does after five minutes", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout");
    onTestFinished(() => timeout.mockRestore());
    const client = await clientOf((_request, response) =>
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ status: "completed", videoUrl: "https://files.test/v" })),
    );
    await client.waitForVideo({ id: "id-1", taskId: "task-1" });
    expect(timeout.mock.calls[0]?.[0]).toBeLessThan(5 * 60_000);
  });

  it("stops in time too when the video is older than the wait, as after a slow submission", async () => {
    let looks = 0;
    const client = await clientOf((_request, response) => {
      looks += 1;
      const processing = { status: "processing", taskStatus: "running", statusText: "Generating the video" };
      const ended = { status: "failed", error: "Video generation timeout after 5 minutes" };
      // Five seconds before the service would end it, and after that.
      const status = looks === 1 ? { ...processing, elapsedSeconds: 295 } : ended;
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ id: "id-1", taskId: "task-1", ...status }));
    });
    const waiting = client.waitForVideo({ id: "id-1", taskId: "task-1" }, { intervalMs: 1 });
    await expect(waiting).rejects.toThrow("The video is not ready yet");
    expect(looks).toBe(1);
  });

  it("does not repeat a look at a video that has become too old meanwhile", async () => {
    let looks = 0;
    const client = await clientOf((_request, response) => {
      looks += 1;
      // Half a second before the last look, while the service is being restarted. With Retry-After: 30, three repetitions pass five minutes.
      if (looks === 2) return response.writeHead(503, { "retry-after": "1" }).end();
      const processing = { status: "processing", taskStatus: "running", statusText: "Generating the video" };
      const ended = { status: "failed", error: "Video generation timeout after 5 minutes" };
      const status = looks === 1 ? { ...processing, elapsedSeconds: 269.5 } : ended;
      return response.writeHead(200, JSON_TYPE).end(JSON.stringify({ id: "id-1", taskId: "task-1", ...status }));
    });
    const waiting = client.waitForVideo({ id: "id-1", taskId: "task-1" }, { intervalMs: 1 });
    await expect(waiting).rejects.toThrow("The video is not ready yet");
    expect(looks).toBe(2);
  });

  it("goes on waiting for a video after a proxy's 502", async () => {
    const video = { id: "id-1", taskId: "task-1" };
    let polls = 0;
    const client = await clientOf((_request, response) => {
      polls += 1;
      if (polls === 2) return response.writeHead(502, PAGE).end("<h1>502 Bad Gateway</h1>");
      const status = polls < 3 ? { status: "processing" } : { status: "completed", videoUrl: "https://files.test/v" };
      return response.writeHead(200, JSON_TYPE).end(JSON.stringify({ ...video, ...status }));
    });
    expect(await client.waitForVideo(video, { intervalMs: 10 })).toMatchObject({ videoUrl: "https://files.test/v" });
  });
});
