import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  ApiClient,
  callProcedure,
  mutate,
  query,
  type SignedInUser,
  signedInUser,
  toProcedureResult,
} from "../../../test/api-client";
import { useTestApp } from "../../../test/app";

const app = useTestApp();
const IMAGE = { prompt: "a boat", imageUrl: "https://pictures.example/boat.png" };

let user: SignedInUser;
let admin: SignedInUser;
beforeAll(async () => {
  user = await signedInUser(app, { credits: 1_000 });
  admin = await signedInUser(app, { role: "admin" });
});
afterEach(() => vi.restoreAllMocks());

/** Every procedure with its type. */
function procedures(): { path: string; type: "query" | "mutation" }[] {
  const all: Record<string, unknown> = app.deps.appRouter._def.procedures;
  return Object.entries(all).map(([path, procedure]) => {
    const { type } = (procedure as { _def: { type: "query" | "mutation" } })._def;
    return { path, type };
  });
}
/** Procedures that need no session. */
const PUBLIC = ["me.current", "account.verifyEmail", "password.requestReset", "password.reset"];
const guarded = () => procedures().filter(({ path }) => !PUBLIC.includes(path));

describe("400", () => {
  it("names the field with the message of the REST API, and has no further fields", async () => {
    const response = await mutate(user.client, "image.generate", { ...IMAGE, watermark: "no" });
    expect(response).toEqual({
      status: 400,
      data: undefined,
      error: { message: "watermark must be true or false", code: "BAD_REQUEST", fields: {} },
    });
  });

  it.each(["{", "", "[]", "1"])("refuses the body %j", async (body) => {
    const response = await user.client.postText("/api/trpc/image.generate", body);
    expect(toProcedureResult(response)).toMatchObject({
      status: 400,
      error: { code: expect.stringMatching(/BAD_REQUEST|PARSE_ERROR/) },
    });
  });
});

describe("a batch", () => {
  const batchOf = (calls: number) => Array.from({ length: calls }, () => "me.current").join(",");

  it.each(["get", "post"] as const)("of ten calls succeeds, of eleven is refused with 400, sent by %s", async (how) => {
    const send = (calls: number) =>
      how === "get"
        ? user.client.get(`/api/trpc/${batchOf(calls)}?batch=1&input={}`)
        : user.client.post(`/api/trpc/${batchOf(calls)}?batch=1`, {});
    expect((await send(10)).status).toBe(how === "get" ? 200 : 405);
    const refused = await send(11);
    expect(refused.status).toBe(400);
    expect(refused.headers.get("content-type")).toBe("application/json");
  });
});

describe("401", () => {
  it("refuses a request without a session, before any input is checked", async () => {
    expect(guarded().length).toBeGreaterThan(20);
    for (const { path, type } of guarded()) {
      const response = await callProcedure(new ApiClient(app), type, path, { nonsense: true });
      expect([path, response]).toMatchObject([
        path,
        { status: 401, error: { message: "Unauthorized", code: "UNAUTHORIZED" } },
      ]);
    }
  });
});

describe("402", () => {
  it("carries the fields of the REST body", async () => {
    const poor = await signedInUser(app, { credits: 19 });
    expect(await mutate(poor.client, "image.generate", IMAGE)).toEqual({
      status: 402,
      data: undefined,
      error: {
        message: "Insufficient credits",
        code: "PAYMENT_REQUIRED",
        fields: { creditsNeeded: 20, remainingCredits: 19 },
      },
    });
  });
});

describe("403", () => {
  it("refuses a banned user, before any input is checked", async () => {
    const banned = await signedInUser(app, { role: "admin" });
    await app.db.user.update({ where: { id: banned.id }, data: { banned: true } });
    for (const { path, type } of guarded()) {
      const response = await callProcedure(banned.client, type, path, { nonsense: true });
      expect([path, response]).toMatchObject([
        path,
        { status: 403, error: { message: "Account banned", code: "FORBIDDEN" } },
      ]);
    }
  });

  it("refuses all users but administrators, before any input is checked", async () => {
    const ofAdmins = guarded().filter(({ path }) => path.startsWith("admin."));
    expect(ofAdmins.length).toBeGreaterThan(8);
    for (const { path, type } of ofAdmins) {
      const response = await callProcedure(user.client, type, path, { nonsense: true });
      expect([path, response]).toMatchObject([
        path,
        { status: 403, error: { message: "Forbidden", code: "FORBIDDEN" } },
      ]);
    }
  });

  it("refuses requests of another site", async () => {
    const response = await user.client.postText("/api/trpc/image.generate", "{}", {
      origin: "https://elsewhere.example",
    });
    expect(response).toMatchObject({ status: 403, body: { error: expect.any(String) } });
  });
});

describe("404", () => {
  it("does not find another user's chat, another user's video or an unknown procedure", async () => {
    const missing = { sessionId: randomUUID(), historyId: randomUUID(), taskId: "a" };
    for (const path of ["chat.session", "video.status"]) {
      expect(await query(user.client, path, missing)).toMatchObject({ status: 404, error: { message: "Not found" } });
    }
    expect(await query(user.client, "image.nonsense")).toMatchObject({ status: 404, error: { code: "NOT_FOUND" } });
    const ban = await mutate(admin.client, "admin.users.ban", { userId: "nobody" });
    expect(ban).toMatchObject({ status: 404, error: { message: "User not found" } });
  });
});

describe("405", () => {
  it("refuses a procedure called by the wrong method, so that no link can change anything", async () => {
    for (const { path, type } of procedures()) {
      const response = await callProcedure(admin.client, type === "query" ? "mutation" : "query", path, {});
      expect([path, response]).toMatchObject([path, { status: 405 }]);
    }
    const put = await user.client.fetch("/api/trpc/me.current", { method: "PUT" });
    expect([put.status, await put.json()]).toEqual([405, { error: "Method not allowed" }]);
  });
});

describe("413", () => {
  it("refuses a body beyond 16 MB, and responds instead of resetting the connection", async () => {
    const response = await user.client.postText("/api/trpc/image.generate", "a".repeat(20 * 1024 * 1024));
    expect(response).toMatchObject({ status: 413, body: { error: "Request body is too large" } });
  });
});

describe("500", () => {
  const secret = new Error("connection to db.internal refused");

  it("shows the message of an error that is meant for the caller", async () => {
    const payer = await signedInUser(app, { credits: 20 });
    const response = await mutate(payer.client, "image.generate", { ...IMAGE, prompt: "[empty]" });
    expect(response).toMatchObject({ status: 500, error: { message: "Failed to generate image", fields: {} } });
  });

  it("shows nothing of an unexpected error, in a procedure or before one", async () => {
    const now = vi.spyOn(app.deps.service, "now");
    // The session is looked up, and its age compared, before the procedure runs.
    for (let calls = 0; calls < 3; calls += 1) now.mockReturnValueOnce(new Date());
    now.mockImplementation(() => {
      throw secret;
    });
    const inside = await user.client.postText("/api/trpc/chat.send", JSON.stringify({ message: "Hello" }));
    expect(toProcedureResult(inside)).toMatchObject({ status: 500, error: { message: "Internal server error" } });
    expect(JSON.stringify(inside.body)).not.toMatch(/db\.internal|stack/);
    const before = await user.client.get("/api/trpc/me.current");
    expect(before).toMatchObject({ status: 500, body: { error: "Internal server error" } });
  });
});

it("checks the session before the Idempotency-Key", async () => {
  const send = (client: ApiClient) =>
    callProcedure(client, "mutation", "chat.send", { message: "Hello" }, { "idempotency-key": "with space" });
  expect(await send(new ApiClient(app))).toMatchObject({ status: 401, error: { message: "Unauthorized" } });
  const banned = await signedInUser(app);
  await app.db.user.update({ where: { id: banned.id }, data: { banned: true } });
  expect(await send(banned.client)).toMatchObject({ status: 403, error: { message: "Account banned" } });
  expect(await send(user.client)).toMatchObject({ status: 400 });
});
