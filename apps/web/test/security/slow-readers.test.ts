import { channel } from "node:diagnostics_channel";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import { collectGarbage } from "@app/clients/test/collect-garbage";
import { isLongRun } from "@app/sandbox/testing/fault-tests";
import { sampleImage } from "@app/sandbox/testing/sample-image";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type SignedInUser, signedInUser } from "../api-client";
import { NO_STORAGE, useTestApp } from "../app";
import { type OpenRequest, openRequest } from "../raw-http";
import { pageBuild } from "../whole-app";

const MEGABYTE = 1024 * 1024;
const WRITE_TIMEOUT_MS = 2_000;
/** A margin for the server's timers and a busy machine. */
const CLOSED_WITHIN_MS = 15_000;
const CHUNK = "x".repeat(16 * 1024);
/** More than the operating system buffers of an unread response. */
const MANY_CHUNKS = 1_600;
const DOWNLOADS_AT_ONCE = 20;
const JSON_TYPE = { "content-type": "application/json" };

/** Awaited by the chat model before its answer, and by the storage before a file; counts of the files that were opened and closed. */
let think: () => Promise<unknown> = async () => undefined;
let find: () => Promise<unknown> = async () => undefined;
let chunkCount = 0;
let files = { opened: 0, ended: 0 };

const app = useTestApp({
  build: pageBuild,
  env: {
    ...NO_STORAGE,
    WRITE_TIMEOUT_SECONDS: String(WRITE_TIMEOUT_MS / 1000),
    IDLE_TIMEOUT_SECONDS: "2",
    RATE_LIMITS: "on",
  },
  clients: () => ({
    image: { generate: async () => ({ url: "https://files.example/1.png", revisedPrompt: null }) },
    chat: {
      model: "played",
      stream: async function* () {
        await think();
        for (let sent = 0; sent < chunkCount; sent += 1) {
          yield CHUNK;
          await turn();
        }
      },
    },
    results: {
      fetchResult: () => Promise.reject(new Error("Nothing is copied here")),
      fetchStart: () => Promise.reject(new Error("No reference is read here")),
      openResult: async () => {
        files.opened += 1;
        await find();
        return { body: endlessFile(), contentType: "image/png", contentBytes: null };
      },
    },
  }),
});

function endlessFile(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
    cancel: () => {
      files.ended += 1;
    },
  });
}

/** The server's side of each request, newest last. */
const arrived: IncomingMessage[] = [];
const requests = channel("http.server.request.start");
const note = (message: unknown) => arrived.push((message as { request: IncomingMessage }).request);
const open: OpenRequest[] = [];

let user: SignedInUser;
beforeAll(async () => {
  requests.subscribe(note);
  user = await signedInUser(app, { credits: 1_000 });
});
beforeEach(() => {
  think = async () => undefined;
  find = async () => undefined;
  chunkCount = 1;
  files = { opened: 0, ended: 0 };
});
afterEach(async () => {
  for (const { socket } of open) socket.destroy();
  await Promise.all(open.splice(0).map(({ closed }) => closed));
});
afterAll(() => requests.unsubscribe(note));

/** Sends a request and reads nothing of the response. */
async function askWithoutReading(request: string, body = "", headers: Record<string, string> = {}) {
  const length = String(Buffer.byteLength(body));
  const sent = await openRequest(app, request, {
    cookie: user.client.cookieHeader,
    "content-length": length,
    ...headers,
  });
  sent.socket.pause();
  sent.socket.write(body);
  open.push(sent);
  return sent;
}

/** Resolves when the server has closed the connection of the newest request. */
const closedByServer = () => closedAtServer(arrived.at(-1));

async function closedAtServer(request: IncomingMessage | undefined): Promise<void> {
  const socket = request?.socket;
  if (socket && !socket.closed) await once(socket, "close", { signal: AbortSignal.timeout(CLOSED_WITHIN_MS) });
}

async function finishedImage(): Promise<string> {
  const { id } = await app.db.generationHistory.create({
    data: {
      userId: user.id,
      type: "image",
      prompt: "a boat",
      status: "completed",
      creditsUsed: 20,
      resultUrl: "https://files.example/1.png",
      metadata: "{}",
    },
  });
  return id;
}

async function pictureRequest(): Promise<string> {
  const bytes = Buffer.concat([await sampleImage("a boat"), Buffer.alloc(9 * MEGABYTE)]);
  return JSON.stringify({ prompt: "a boat", imageUrl: `data:image/png;base64,${bytes.toString("base64")}` });
}

describe("a reader who reads nothing", () => {
  it.runIf(isLongRun)("of a large response is cut off, and the paid image is stored", async () => {
    // The response repeats the picture.
    await askWithoutReading("POST /api/image/generate", await pictureRequest(), JSON_TYPE);
    const generation = () => app.db.generationHistory.findFirst({ where: { userId: user.id } });
    await expect.poll(generation, { timeout: 10_000 }).not.toBeNull();
    await closedByServer();
    expect(await generation()).toMatchObject({ status: "completed", creditsUsed: 20 });
  });

  it("of a chat is cut off, and the answer is stored whole", async () => {
    chunkCount = MANY_CHUNKS;
    await askWithoutReading("POST /api/chat/stream", JSON.stringify({ message: "Talk" }), JSON_TYPE);
    await expect
      .poll(() => app.db.chatMessage.count({ where: { role: "user", session: { userId: user.id } } }))
      .toBe(1);
    await closedByServer();
    const stored = () => app.db.chatMessage.findFirst({ where: { role: "assistant", session: { userId: user.id } } });
    await expect
      .poll(async () => (await stored())?.content.length, { timeout: 30_000 })
      .toBe(CHUNK.length * MANY_CHUNKS);
  });

  it.runIf(isLongRun)(
    "of a file is cut off, together with its download, and a user has a limited number of downloads at once",
    async () => {
      const id = await finishedImage();
      const file = `GET /history/${id}/file`;
      // All at once: the first must not be cut off before the last one is open.
      await Promise.all(Array.from({ length: DOWNLOADS_AT_ONCE }, () => askWithoutReading(file)));
      await expect.poll(() => files.opened, { timeout: 10_000 }).toBe(DOWNLOADS_AT_ONCE);
      const refused = await user.client.get(`/history/${id}/file`);
      expect([refused.status, refused.body]).toEqual([429, { error: "Too many downloads at once" }]);
      expect(files.opened).toBe(DOWNLOADS_AT_ONCE);
      await expect.poll(() => files.ended, { timeout: CLOSED_WITHIN_MS }).toBe(DOWNLOADS_AT_ONCE);
      const head = await user.client.fetch(`/history/${id}/file`, { method: "HEAD" });
      expect([head.status, head.headers.get("content-type")]).toEqual([200, "image/png"]);
      await expect.poll(() => files.ended).toBe(files.opened);
      const again = await user.client.fetch(`/history/${id}/file`);
      expect(again.status).toBe(200);
      await again.body?.cancel();
      await expect.poll(() => files.ended).toBe(files.opened);
    },
  );
});

describe("a reader who leaves while the storage is still looking for the file", () => {
  it("counts no longer among the downloads, and the file is closed, even after a garbage collection", async () => {
    const id = await finishedImage();
    let found = () => {};
    const finding = new Promise<void>((resolve) => {
      found = resolve;
    });
    find = () => finding;
    const left = await Promise.all(
      Array.from({ length: DOWNLOADS_AT_ONCE }, () => askWithoutReading(`GET /history/${id}/file`)),
    );
    await expect.poll(() => files.opened, { timeout: 10_000 }).toBe(DOWNLOADS_AT_ONCE);
    // Of the copies that Remix makes of a request, only the last one stays.
    collectGarbage();
    for (const { socket } of left) socket.destroy();
    await Promise.all(arrived.slice(-DOWNLOADS_AT_ONCE).map(closedAtServer));
    found();
    await expect.poll(() => files.ended).toBe(DOWNLOADS_AT_ONCE);
    expect((await user.client.fetch(`/history/${id}/file`, { method: "HEAD" })).status).toBe(200);
  });
});

describe.runIf(isLongRun)("a reader who is only slow", () => {
  it("gets all of a large response", async () => {
    const sent = await askWithoutReading("POST /api/image/generate", await pictureRequest(), JSON_TYPE);
    await expect.poll(() => sent.socket.bytesRead, { timeout: 10_000 }).toBeGreaterThan(0);
    // Reads some bytes now and then, for three times as long as a reader may read nothing. The operating system asks
    // for more by the half megabyte.
    for (let steps = 0; steps < 3 * 5; steps += 1) {
      await pause(WRITE_TIMEOUT_MS / 5);
      const readUntil = sent.received().length + MEGABYTE / 2;
      sent.socket.resume();
      while (sent.received().length < readUntil) await once(sent.socket, "data");
      sent.socket.pause();
    }
    const length = Number(/content-length: (\d+)/i.exec(sent.received())?.[1]);
    expect(length).toBeGreaterThan(12 * MEGABYTE);
    sent.socket.resume();
    await expect.poll(() => sent.received().split("\r\n\r\n", 2)[1]?.length, { timeout: 10_000 }).toBe(length);
  });

  it("waits for a model that thinks for longer", async () => {
    think = () => pause(3 * WRITE_TIMEOUT_MS);
    const response = await user.client.fetch("/api/chat/stream", {
      method: "POST",
      headers: JSON_TYPE,
      body: JSON.stringify({ message: "Think" }),
    });
    expect(await response.text()).toContain('"type":"done"');
  });
});

it.runIf(isLongRun)("a connection without a request is closed as before", async () => {
  const sent = await openRequest(app, "GET /healthz");
  expect(await sent.status()).toBe(200);
  await sent.closed;
});
