import { createDb } from "@app/db/client/db";
import { describe, expect, it } from "vitest";
import { readEnv } from "../env/env.server";
import { createLogger } from "./logger.server";

const KEY = "sk-planted/key+with=odd&characters";
const PREVIOUS_SECRET = "last year's planted secret of auth";
const PREVIOUS_WEBHOOK_SECRET = "last year's planted secret of webhooks";
const DATABASE_PASSWORD = "planted password of the database";

function loggedLines() {
  const lines: string[] = [];
  const env = readEnv({
    DATABASE_URL: `postgresql://genmint:${encodeURIComponent(DATABASE_PASSWORD)}@127.0.0.1:5432/genmint`,
    AUTH_SECRET: "planted auth secret",
    AUTH_SECRET_PREVIOUS: PREVIOUS_SECRET,
    PROVIDER_WEBHOOK_SECRET_PREVIOUS: PREVIOUS_WEBHOOK_SECRET,
    AI_API_KEY: KEY,
    LOG_LEVEL: "trace",
  });
  return { lines, log: createLogger(env, { write: (line) => lines.push(line) }) };
}

/** A log line, as written and as parsed. */
function logged(...args: [object, string?] | [string]): { line: string; members: Record<string, unknown> } {
  const { lines, log } = loggedLines();
  log.error(...(args as [object, string?]));
  const [line = ""] = lines;
  return { line, members: JSON.parse(line) };
}

/** Errors as the clients of other services throw them. */
function refusal(): Error {
  const cause = Object.assign(new Error(`401 the key ${KEY} is not known`), {
    status: 401,
    headers: { authorization: `Bearer ${KEY}`, "set-cookie": "a=planted-cookie" },
    request: { url: "https://ai.example/?planted-query" },
    error: { message: "planted body" },
  });
  return new Error("The generation backend refused the request", { cause });
}

describe("an error", () => {
  it("keeps its name, message, stack, status and cause, and nothing else", () => {
    const { line, members } = logged({ err: refusal() }, "failed");
    expect(members["err"]).toEqual({
      name: "Error",
      message: "The generation backend refused the request",
      stack: expect.stringContaining("logger.server.test.ts"),
      cause: {
        name: "Error",
        message: "401 the key [redacted] is not known",
        stack: expect.stringContaining("401 the key [redacted] is not known"),
        status: 401,
      },
    });
    expect(line).not.toMatch(/planted/);
  });

  it.each([
    ["alone", (error: Error) => error],
    ["under another name", (error: Error) => ({ failure: error })],
    ["in a list", (error: Error) => ({ failures: [{ error }] })],
  ])("logged %s is reduced alike", (_how, wrap) => {
    const { line } = logged(wrap(refusal()));
    expect(line).toContain("The generation backend refused the request");
    expect(line).not.toMatch(/planted/);
  });

  it("of Prisma does not quote the values of a query", async () => {
    const db = createDb("postgresql://genmint:genmint@127.0.0.1:1/genmint");
    const data = { email: "e", passwordHash: "planted hash", credits: "no number" as never };
    const error: unknown = await db.user.create({ data }).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain("planted hash");
    const { line } = logged({ err: error });
    expect(line).toContain("Argument `credits`: Invalid value provided");
    expect(line).not.toContain("planted");
  });

  it("that is its own cause, or has a very long chain of causes, is cut", () => {
    const circle = new Error("circle");
    circle.cause = circle;
    expect(logged({ err: circle }).line).toContain("[too deep]");
  });
});

describe("a member", () => {
  it.each([
    "cookie",
    "set-cookie",
    "Authorization",
    "creem-signature",
    "accessToken",
    "sessionToken",
    "csrfToken",
    "password",
    "passwordHash",
    "clientSecret",
    "apiKey",
    "x-api-key",
    "secretAccessKey",
    "email",
    "customerEmail",
    "identifier",
    "to",
    "text",
    "html",
    "body",
    "headers",
  ])("named %s is redacted at any depth", (name) => {
    for (const object of [{ [name]: "planted" }, { a: [{ b: { [name]: { c: "planted" } } }] }]) {
      const { line } = logged(object);
      expect(line).toContain('"[redacted]"');
      expect(line).not.toContain("planted");
    }
  });

  it("with another name is kept", () => {
    const { members } = logged({ generationId: "g1", status: 502, at: new Date(0), list: [1, "two"], nothing: null });
    expect(members).toMatchObject({
      generationId: "g1",
      status: 502,
      at: "1970-01-01T00:00:00.000Z",
      list: [1, "two"],
      nothing: null,
    });
  });

  it("that is an instance of a class is reduced to the class's name", () => {
    const request = new Request("https://a.example/?planted", { headers: { "x-any": "planted" } });
    expect(logged({ request, bytes: Buffer.from("planted") }).members).toMatchObject({
      request: "[Request]",
      bytes: "[Buffer]",
    });
  });
});

describe("a text", () => {
  const basic = Buffer.from(`user:${KEY}`).toString("base64");
  it.each([
    ["a configured secret", KEY],
    ["the previous auth secret", PREVIOUS_SECRET],
    ["the previous secret of webhooks", PREVIOUS_WEBHOOK_SECRET],
    ["one as JSON", JSON.stringify({ key: KEY })],
    ["one in an address", encodeURIComponent(KEY)],
    ["one as base64", Buffer.from(KEY).toString("base64")],
    ["one within base64", basic],
    ["one at another place of base64", Buffer.from(`us:${KEY}`).toString("base64")],
    ["the password of an address that is configured", DATABASE_PASSWORD],
    ["a bearer token", "authorization: Bearer planted.token-1"],
    ["a user and password", `Authorization: Basic ${basic}`],
    ["credentials of an address", "redis://planted:planted-password@10.0.0.1/0"],
    ["a token in a query", "https://a.example/reset-password?lang=en&token=planted-token"],
    ["an address in a query", "/api/auth/callback/email?email=planted%40a.example&token=planted"],
    ["a cookie", "authjs.session-token=planted-session; theme=dark"],
    ["a mail address", "no user planted.person+tag@mail.example.com"],
  ])("loses %s, in the message and in members", (_what, text) => {
    for (const { line } of [logged(text), logged({ detail: `before ${text} after` }, "message")]) {
      expect(line).not.toMatch(/planted/);
      expect(line).not.toContain(KEY);
      expect(line).not.toContain(basic);
      expect(line).not.toContain(Buffer.from(KEY).toString("base64").slice(0, 20));
    }
  });

  it("keeps text that is no secret, such as the paths of a stack", () => {
    const kept = "at /srv/node_modules/.pnpm/@auth+core@0.41.3_nodemailer@8.0.11/node_modules/@auth/core/index.js:12:3";
    expect(logged({ detail: kept }).members["detail"]).toBe(kept);
  });

  it("that is too long is cut, and leaves no part of a secret at the cut", () => {
    for (let before = 4_000 - KEY.length; before <= 4_000; before += 1) {
      const { members } = logged({ detail: `${"a".repeat(before)}${KEY}${"b".repeat(100_000)}` });
      expect(String(members["detail"]).length).toBeLessThan(4_100);
      expect(members["detail"]).not.toContain(KEY.slice(0, 4));
    }
  });

  it("made to be slow to search is searched in time", () => {
    const startedAt = performance.now();
    for (const chunk of ["a", "a@", "a.", "?a", "://", "?token", "bearer "]) logged({ detail: chunk.repeat(100_000) });
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
