import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { ApiClient, type ApiResponse, type SignedInUser, signedInUser } from "./api-client";
import { TEST_APP_URL, type TestApp } from "./app";
import { readAccount } from "./users";

/** Sends an endpoint a request whose input it must refuse with 400: any earlier refusal shows by another status. */
export type SendBadInput = (client: ApiClient, headers?: Record<string, string>) => Promise<ApiResponse>;

/** Who the endpoint is for. */
type Role = "user" | "admin";

const DAY_MS = 24 * 60 * 60 * 1000;

/** 401: no session, or a cookie that stands for none, whatever else the request says. */
export function itRefusesTheSignedOut(app: TestApp, send: SendBadInput): void {
  it("answers Unauthorized without a session, before the input is looked at", async () => {
    expect(await send(new ApiClient(app))).toMatchObject({ status: 401, body: { error: "Unauthorized" } });
  });

  it.each([
    ["that was never given out", randomUUID()],
    ["that is empty", ""],
    ["that holds a NUL character", "%00"],
    ["that is very long", "a".repeat(5_000)],
  ])("takes no session from a cookie %s", async (_name, token) => {
    const response = await send(new ApiClient(app), { cookie: `authjs.session-token=${token}` });
    expect(response).toMatchObject({ status: 401, body: { error: "Unauthorized" } });
  });

  it("takes no session that has expired", async () => {
    const user = await signedInUser(app);
    await app.db.session.updateMany({ where: { userId: user.id }, data: { expires: new Date(Date.now() - 1) } });
    expect(await send(user.client)).toMatchObject({ status: 401, body: { error: "Unauthorized" } });
  });
}

/** 403: a ban that is in force, before the input is looked at. */
export function itRefusesTheBanned(app: TestApp, send: SendBadInput, role: Role = "user"): void {
  it.each([
    ["for good", null],
    ["until tomorrow", new Date(Date.now() + DAY_MS)],
  ])("answers a user who is banned %s from the next request on", async (_name, banExpires) => {
    const user = await signedInUser(app, { role });
    await app.db.user.update({ where: { id: user.id }, data: { banned: true, banExpires } });
    expect(await send(user.client)).toMatchObject({ status: 403, body: { error: "Account banned" } });
  });

  it("lets a user pass whose ban has expired", async () => {
    const user = await signedInUser(app, { role });
    const banExpires = new Date(Date.now() - 1);
    await app.db.user.update({ where: { id: user.id }, data: { banned: true, banExpires } });
    expect(await send(user.client)).toMatchObject({ status: 400 });
  });
}

/** 403: what a browser sends for another site. */
export function itRefusesOtherSites(app: TestApp, send: SendBadInput, role: Role = "user"): void {
  it.each([
    { origin: "https://elsewhere.example" },
    { origin: "null" },
    { origin: `${TEST_APP_URL}.elsewhere.example` },
    { "sec-fetch-site": "cross-site" },
    { origin: TEST_APP_URL, "sec-fetch-site": "cross-site" },
  ])("refuses %j, signed in or not", async (headers) => {
    const user = await signedInUser(app, { role });
    for (const client of [user.client, new ApiClient(app)]) {
      expect(await send(client, headers)).toMatchObject({ status: 403, body: { error: expect.any(String) } });
    }
  });

  it.each([{}, { origin: TEST_APP_URL }, { origin: TEST_APP_URL, "sec-fetch-site": "same-origin" }])(
    "lets %j pass",
    async (headers) => {
      const user = await signedInUser(app, { role });
      expect(await send(user.client, headers)).toMatchObject({ status: 400 });
    },
  );
}

/** 405: every method but the endpoint's own, signed in or not. */
export function itRefusesOtherMethods(app: TestApp, path: string, allow: "GET" | "POST"): void {
  const others = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) => method !== allow);
  it.each(others)("refuses %s", async (method) => {
    const user = await signedInUser(app);
    for (const client of [user.client, new ApiClient(app)]) {
      const response = await client.fetch(path, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe(allow);
      expect(await response.json()).toEqual({ error: "Method not allowed" });
    }
  });
}

/**
 * 400: bodies that are no JSON object, and a table of inputs with the words each is refused with. Sent by a user who could pay; none
 * of them is charged, written or passed on.
 */
export function itRefusesBadBodies(
  app: TestApp,
  path: string,
  table: readonly (readonly [input: object, error: string])[],
): void {
  let user: SignedInUser;
  beforeAll(async () => {
    user = await signedInUser(app, { credits: 100 });
  });

  async function expectRefused(body: string, error: string): Promise<void> {
    const before = await readAccount(app, user.id);
    const requests = app.sandbox.requests.length;
    const response = await user.client.postText(path, body);
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ error });
    expect(await readAccount(app, user.id)).toEqual(before);
    expect(app.sandbox.requests.length).toBe(requests);
  }

  it.each(['{"message": ', "", "undefined", "\0"])("refuses the malformed JSON %j", (text) =>
    expectRefused(text, "Request body must be valid JSON"),
  );

  it.each([[[]], ["text"], [1], [null], [true]])("refuses the body %j, which is no object", (body) =>
    expectRefused(JSON.stringify(body), "Request body must be a JSON object"),
  );

  it.each(table)("refuses %j", (input, error) => expectRefused(JSON.stringify(input), error));
}
