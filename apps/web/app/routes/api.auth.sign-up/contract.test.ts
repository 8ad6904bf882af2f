import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ApiClient, signedInUser, TEST_PASSWORD } from "../../../test/api-client";
import { TEST_APP_URL, useTestApp } from "../../../test/app";
import { itRefusesOtherMethods } from "../../../test/refusal-contract";

const app = useTestApp();
const PATH = "/api/auth/sign-up";
const INVALID_EMAIL = "email must be a valid e-mail address";
const SHORT_PASSWORD = "password must be at least 8 characters";

const newRequest = () => ({ name: "Ada", email: `${randomUUID()}@example.com`, password: TEST_PASSWORD });
const signUp = (input: object, headers?: Record<string, string>) => new ApiClient(app).post(PATH, input, headers);

describe("201", () => {
  it("creates a user with the role user, the plan free and no credits", async () => {
    const request = newRequest();
    const response = await signUp(request);
    expect(response.status).toBe(201);
    expect(response.body).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), email: request.email });
    expect(await app.db.user.findUnique({ where: { id: response.body.id } })).toMatchObject({
      name: "Ada",
      email: request.email,
      emailVerified: false,
      role: "user",
      planKey: "free",
      credits: 0,
      banned: false,
    });
  });

  it("keeps the password as an argon2id hash only, and signs nobody in", async () => {
    const response = await signUp(newRequest());
    const user = await app.db.user.findUniqueOrThrow({ where: { id: response.body.id }, include: { sessions: true } });
    expect(user.passwordHash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(user)).not.toContain(TEST_PASSWORD);
    expect(user.sessions).toEqual([]);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("does without a name, and keeps addresses in lower case", async () => {
    const local = randomUUID();
    const response = await signUp({ email: ` ${local.toUpperCase()}@Example.COM `, password: "8 chars." });
    expect(response).toMatchObject({ status: 201, body: { email: `${local}@example.com` } });
    expect(await app.db.user.findUnique({ where: { id: response.body.id } })).toMatchObject({ name: null });
  });

  it("takes nothing that is not asked for from the request", async () => {
    const response = await signUp({
      ...newRequest(),
      id: "mine",
      role: "admin",
      credits: 1_000,
      planKey: "pro_yearly",
    });
    expect(response.body.id).not.toBe("mine");
    expect(await app.db.user.findUnique({ where: { id: response.body.id } })).toMatchObject({
      role: "user",
      credits: 0,
      planKey: "free",
    });
  });
});

describe("400", () => {
  const valid = newRequest();

  it.each([
    [{}, "email is required"],
    [{ ...valid, email: "" }, "email is required"],
    [{ ...valid, email: "ada" }, INVALID_EMAIL],
    [{ ...valid, email: "ada@" }, INVALID_EMAIL],
    [{ ...valid, email: "a b@example.com" }, INVALID_EMAIL],
    [{ ...valid, email: "ada@example.com\r\nBcc: all@example.com" }, INVALID_EMAIL],
    [{ ...valid, email: 1 }, "email must be a string"],
    [{ ...valid, email: "ada\0@example.com" }, "email must not contain NUL characters"],
    [{ ...valid, password: undefined }, "password is required"],
    [{ ...valid, password: "7 chars" }, SHORT_PASSWORD],
    [{ ...valid, password: "🚢🚢🚢🚢" }, SHORT_PASSWORD],
    [{ ...valid, password: 12345678 }, "password must be a string"],
    [{ ...valid, password: "a".repeat(201) }, "password must be at most 200 characters"],
    [{ ...valid, password: "12345678\0" }, "password must not contain NUL characters"],
    [{ ...valid, name: 1 }, "name must be a string"],
    [{ ...valid, name: "\0" }, "name must not contain NUL characters"],
  ])("refuses %j", async (input, error) => {
    const users = await app.db.user.count();
    const response = await signUp(input);
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ error });
    expect(await app.db.user.count()).toBe(users);
  });

  it.each(['{"email":', "", "[]", '"ada@example.com"', "null"])("refuses the body %j", async (text) => {
    const response = await new ApiClient(app).postText(PATH, text);
    expect(response).toMatchObject({ status: 400, body: { error: expect.stringMatching(/^Request body must be /) } });
  });
});

describe("403", () => {
  it.each([{ origin: "https://elsewhere.example" }, { "sec-fetch-site": "cross-site" }])(
    "refuses %j",
    async (headers) => {
      const users = await app.db.user.count();
      expect(await signUp(newRequest(), headers)).toMatchObject({ status: 403, body: { error: expect.any(String) } });
      expect(await app.db.user.count()).toBe(users);
    },
  );

  it("lets the service's own pages pass", async () => {
    expect(await signUp(newRequest(), { origin: TEST_APP_URL })).toMatchObject({ status: 201 });
  });
});

describe("405", () => itRefusesOtherMethods(app, PATH, "POST"));

describe("409", () => {
  it("refuses an address that is taken, in whatever case", async () => {
    const { email } = await signedInUser(app);
    for (const taken of [email, email.toUpperCase(), ` ${email}`]) {
      const response = await signUp({ ...newRequest(), email: taken });
      expect(response.status).toBe(409);
      expect(response.body).toEqual({ error: "This e-mail address is already in use" });
    }
    expect(await app.db.user.count({ where: { email: { equals: email, mode: "insensitive" } } })).toBe(1);
  });

  it("lets one of several at once have the address", async () => {
    const request = newRequest();
    const responses = await Promise.all(Array.from({ length: 5 }, () => signUp(request)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });
});
