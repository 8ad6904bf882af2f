import { sampleImage } from "@app/sandbox/sample-image";
import { describe, expect, it } from "vitest";
import { type ApiClient, signedInUser } from "../../test/api-client";
import { callProcedure } from "../../test/call-procedure";
import { readAccount } from "../../test/read-account";
import { useTestApp } from "../../test/start-test-app";
import { uploadForm } from "../../test/upload-form";

const MAX = 2;
const app = useTestApp({
  env: {
    RATE_LIMITS: "on",
    RATE_LIMIT_GENERATION: `${MAX}/1h`,
    RATE_LIMIT_UPLOAD: `${MAX}/1h`,
    RATE_LIMIT_CHECKOUT: `${MAX}/1h`,
  },
});
const IMAGE = { prompt: "a red boat", imageUrl: "https://pictures.example/boat.png" };
const REFUSED = { status: 429, body: { error: "Too many requests" } };

const send = {
  chat: (client: ApiClient) => client.post("/api/chat/stream", { message: "" }),
  image: (client: ApiClient) => client.post("/api/image/generate", IMAGE),
  checkout: (client: ApiClient) => client.post("/api/payments/provider/checkout", { key: "pack_200" }),
  upload: async (client: ApiClient) => client.postBody("/api/upload/image", uploadForm(await sampleImage("limits"))),
  simpleUpload: async (client: ApiClient) =>
    client.postBody("/api/upload/simple", uploadForm(await sampleImage("limits"))),
};

describe("429", () => {
  it("refuses a user's generations beyond the limit, over either transport, and charges nothing", async () => {
    const { client, id } = await signedInUser(app, { credits: 1_000 });
    for (let count = 0; count < MAX; count += 1) expect((await send.image(client)).status).toBe(200);
    const before = await readAccount(app, id);
    const answer = await send.image(client);
    expect(answer).toMatchObject(REFUSED);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(3_000);
    const procedure = await callProcedure(client, "mutation", "image.generate", IMAGE);
    expect(procedure).toMatchObject({
      status: 429,
      error: { message: "Too many requests", code: "TOO_MANY_REQUESTS" },
    });
    expect(await readAccount(app, id)).toEqual(before);
  });

  it.each(["upload", "simpleUpload", "checkout"] as const)("refuses %s beyond the limit", async (what) => {
    const { client } = await signedInUser(app);
    for (let count = 0; count < MAX; count += 1) expect((await send[what](client)).status).not.toBe(429);
    const answer = await send[what](client);
    expect(answer).toMatchObject(REFUSED);
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
  });

  it("counts no input that is refused anyway, and nobody else's", async () => {
    const { client } = await signedInUser(app, { credits: 100 });
    for (let count = 0; count < 2 * MAX; count += 1) expect((await send.chat(client)).status).toBe(400);
    expect((await send.image(client)).status).toBe(200);
  });
});
