import { sampleImage } from "@app/sandbox/testing/sample-image";
import { describe, expect, it } from "vitest";
import { type ApiClient, callProcedure, mutate, query, signedInUser, TEST_PASSWORD } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { uploadForm } from "../../../test/uploads";
import { readAccount } from "../../../test/users";
import { pageBuild } from "../../../test/whole-app";

const MAX = 2;
const NEW_PASSWORD = "another horse battery";
const app = useTestApp({
  env: {
    RATE_LIMITS: "on",
    RATE_LIMIT_GENERATION: `${MAX}/1h`,
    RATE_LIMIT_UPLOAD: `${MAX}/1h`,
    RATE_LIMIT_CHECKOUT: `${MAX}/1h`,
    RATE_LIMIT_BILLING: `${MAX}/1h`,
    RATE_LIMIT_VIDEO_STATUS: `${MAX}/1h`,
    RATE_LIMIT_FILE: `${MAX}/1h`,
    RATE_LIMIT_SHARE_BY_ADDRESS: `${MAX}/1h`,
    RATE_LIMIT_PASSWORD_CONFIRM: `${MAX}/1h`,
  },
  build: pageBuild,
});
const IMAGE = { prompt: "a red boat", imageUrl: "https://pictures.example/boat.png" };
const VIDEO = { taskId: "a", historyId: "b" };
const REFUSED = { status: 429, body: { error: "Too many requests" } };

const send = {
  chat: (client: ApiClient) => client.post("/api/chat/stream", { message: "" }),
  image: (client: ApiClient) => client.post("/api/image/generate", IMAGE),
  checkout: (client: ApiClient) => client.post("/api/payments/provider/checkout", { key: "pack_200" }),
  upload: async (client: ApiClient) => client.postBody("/api/upload/image", uploadForm(await sampleImage("limits"))),
  simpleUpload: async (client: ApiClient) =>
    client.postBody("/api/upload/simple", uploadForm(await sampleImage("limits"))),
};

/** Calls that reach the provider, the backend or the storage, or that could be used to guess the own password. */
const ASKED: Record<string, (client: ApiClient) => Promise<{ status: number; headers?: Headers }>> = {
  "a video's status": (client) => client.get(`/api/video/status?${new URLSearchParams(VIDEO)}`),
  "a video's status over tRPC": (client) => query(client, "video.status", VIDEO),
  "a saved file": (client) => client.get("/history/none/file"),
  "the confirmation of a checkout": (client) => mutate(client, "billing.confirmCheckout", { checkoutId: "none" }),
  "the portal": (client) => mutate(client, "billing.portal"),
  "a cancellation": (client) => mutate(client, "billing.cancel", { subscriptionId: "none" }),
  "a change of password": (client) =>
    mutate(client, "account.changePassword", { currentPassword: "wrong", password: NEW_PASSWORD }),
  "the start of a second factor": (client) => mutate(client, "secondFactor.begin", { currentPassword: "wrong" }),
  "the end of a second factor": (client) =>
    mutate(client, "secondFactor.disable", { currentPassword: "wrong", code: "000000" }),
};
const FOR_ADMINISTRATORS = /second factor/;

describe("429", () => {
  it.each(Object.keys(ASKED))("refuses %s beyond the limit, for that user alone", async (what) => {
    const role = FOR_ADMINISTRATORS.test(what) ? "admin" : "user";
    const [{ client }, other] = [await signedInUser(app, { role }), await signedInUser(app, { role })];
    const ask = (by: ApiClient) => ASKED[what]?.(by);
    for (let count = 0; count < MAX; count += 1) expect((await ask(client))?.status).not.toBe(429);
    expect(await ask(client)).toMatchObject({ status: 429 });
    expect((await ask(other.client))?.status).not.toBe(429);
  });

  it("refuses shared works beyond the limit of the network address, page and file together", async () => {
    const { client } = await signedInUser(app);
    for (const path of ["/s/none", "/s/none/file"]) expect((await client.get(path)).status).toBe(404);
    for (const path of ["/s/none", "/s/none/file"]) expect((await client.get(path)).status).toBe(429);
  });

  it("says over both transports when to poll for a video again", async () => {
    const { client } = await signedInUser(app);
    const input = encodeURIComponent(JSON.stringify(VIDEO));
    const paths = [`/api/video/status?${new URLSearchParams(VIDEO)}`, `/api/trpc/video.status?input=${input}`];
    for (let count = 0; count < MAX; count += 1) expect((await client.get(paths[0] ?? "")).status).toBe(404);
    for (const path of paths) {
      const response = await client.get(path);
      expect(response.status).toBe(429);
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(3_000);
    }
  });

  it("counts guesses of the current password in all procedures together, and then refuses the right one as well", async () => {
    const { client, email } = await signedInUser(app);
    for (let count = 0; count < MAX; count += 1)
      expect((await mutate(client, "account.delete", { email, password: "wrong" })).status).toBe(400);
    const change = { currentPassword: TEST_PASSWORD, password: NEW_PASSWORD };
    expect(await mutate(client, "account.changePassword", change)).toMatchObject({
      status: 429,
      error: { message: "Too many requests" },
    });
    expect((await mutate(client, "account.delete", { email, password: TEST_PASSWORD })).status).toBe(429);
  });

  it("does not count a current password that is right", async () => {
    const { client } = await signedInUser(app);
    for (let count = 0; count < 2 * MAX; count += 1) {
      const change = { currentPassword: TEST_PASSWORD, password: TEST_PASSWORD };
      expect((await mutate(client, "account.changePassword", change)).status).toBe(200);
    }
  });

  it("refuses a user's generations beyond the limit over both transports, and charges nothing", async () => {
    const { client, id } = await signedInUser(app, { credits: 1_000 });
    for (let count = 0; count < MAX; count += 1) expect((await send.image(client)).status).toBe(200);
    const before = await readAccount(app, id);
    const response = await send.image(client);
    expect(response).toMatchObject(REFUSED);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(3_000);
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
    const response = await send[what](client);
    expect(response).toMatchObject(REFUSED);
    expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
  });

  it("does not count invalid input or other users' requests", async () => {
    const { client } = await signedInUser(app, { credits: 100 });
    for (let count = 0; count < 2 * MAX; count += 1) expect((await send.chat(client)).status).toBe(400);
    expect((await send.image(client)).status).toBe(200);
  });
});
