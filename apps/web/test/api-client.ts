import { randomUUID } from "node:crypto";
import { hashPassword } from "@app/services/account/password";
import { createSession } from "@app/services/account/sessions";
import superjson from "superjson";
import { sessionCookieName } from "~/server/auth/cookies.server";
import { fetchFromApp, type TestApp } from "./app";

export interface ApiResponse {
  status: number;
  headers: Headers;
  body: ApiResponseBody;
}

/** The fields of JSON responses that tests read. Whole bodies are compared as they are. */
interface ApiResponseBody {
  readonly [field: string]: unknown;
  readonly id: string;
  readonly url: string;
  readonly taskId: string;
  readonly csrfToken: string;
  readonly error: string;
  readonly remainingCredits: number;
}

/** A client of the API that keeps cookies and sends JSON. */
export class ApiClient {
  readonly #cookies: Map<string, string>;

  constructor(
    private readonly app: TestApp,
    cookies: Record<string, string> = {},
  ) {
    this.#cookies = new Map(Object.entries(cookies));
  }

  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** The same browser, with a copy of its cookies, at another server. */
  at(app: TestApp): ApiClient {
    return new ApiClient(app, Object.fromEntries(this.#cookies));
  }

  /** The raw response. Redirects are not followed. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    // Compressing pages for tests that read them at once would be wasted.
    if (!headers.has("accept-encoding")) headers.set("accept-encoding", "identity");
    if (this.#cookies.size > 0) headers.set("cookie", this.cookieHeader);
    const response = await fetchFromApp(`${this.app.url}${path}`, { redirect: "manual", ...init, headers });
    this.#keepCookies(response);
    return response;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return readApiResponse(await this.fetch(path, { headers }));
  }

  async post(path: string, json: unknown, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return this.postText(path, JSON.stringify(json), headers);
  }

  async postText(path: string, body: string, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return this.postBody(path, body, { "content-type": "application/json", ...headers });
  }

  /** Sends any body. A FormData brings its own content type. */
  async postBody(path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return readApiResponse(await this.fetch(path, { method: "POST", body, headers }));
  }

  async postForm(path: string, fields: Record<string, string>): Promise<Response> {
    return this.fetch(path, { method: "POST", body: new URLSearchParams(fields) });
  }

  /** Signs in by Auth.js's own flow: token, form, cookie. */
  async signIn(email: string, password: string): Promise<Response> {
    const { body } = await this.get("/api/auth/csrf");
    return this.postForm("/api/auth/callback/credentials", { csrfToken: body.csrfToken, email, password });
  }

  #keepCookies(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const name = pair.slice(0, pair.indexOf("="));
      const value = pair.slice(pair.indexOf("=") + 1);
      if (value === "" || /max-age=0/i.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}

async function readApiResponse(response: Response): Promise<ApiResponse> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

export interface SignedInUser {
  id: string;
  email: string;
  client: ApiClient;
}

export const TEST_PASSWORD = "correct horse battery";

let passwordHash: Promise<string> | undefined;

/**
 * A new user with a session and a balance with its ledger entry, written straight to the database: signing up and in over HTTP hashes the
 * password twice, which a test that is about something else need not wait for.
 */
export async function signedInUser(
  app: TestApp,
  { credits = 0, role = "user" }: { credits?: number; role?: "user" | "admin" } = {},
): Promise<SignedInUser> {
  passwordHash ??= hashPassword(TEST_PASSWORD);
  const email = `${randomUUID()}@example.com`;
  const { id } = await app.db.user.create({ data: { name: "Test", email, role, passwordHash: await passwordHash } });
  if (credits !== 0) await giveCredits(app, id, credits);
  const { sessionToken } = await createSession(app.deps.service, id);
  return { id, email, client: new ApiClient(app, { [sessionCookieName(app.deps.env)]: sessionToken }) };
}

/** As `signedInUser`, with everything that signing up and in over HTTP does: a queued mail, a known browser, Auth.js's own cookies. */
export async function signedUpUser(app: TestApp): Promise<SignedInUser> {
  const client = new ApiClient(app);
  const email = `${randomUUID()}@example.com`;
  const { body } = await client.post("/api/auth/sign-up", { name: "Test", email, password: TEST_PASSWORD });
  await client.signIn(email, TEST_PASSWORD);
  return { id: body.id, email, client };
}

export async function giveCredits(app: TestApp, userId: string, credits: number): Promise<void> {
  await app.db.$transaction(async (tx) => {
    const { credits: balanceAfter } = await tx.user.update({
      where: { id: userId },
      data: { credits: { increment: credits } },
    });
    await tx.creditLedger.create({ data: { id: randomUUID(), userId, delta: credits, reason: "test", balanceAfter } });
  });
}

export interface ProcedureResult {
  status: number;
  /** The result of the procedure; undefined when it failed. */
  data: unknown;
  /** The error as a client of the API gets it. */
  error?: { message: string; code: string; fields: Record<string, unknown> };
}

/** Calls a procedure over HTTP, as the typed client does. */
export async function callProcedure(
  client: ApiClient,
  type: "query" | "mutation",
  path: string,
  input?: unknown,
  headers: Record<string, string> = {},
): Promise<ProcedureResult> {
  const body = JSON.stringify(input ?? null);
  const response =
    type === "query"
      ? await client.get(`/api/trpc/${path}?input=${encodeURIComponent(body)}`, headers)
      : await client.postText(`/api/trpc/${path}`, body, headers);
  return toProcedureResult(response);
}

export const query = (client: ApiClient, path: string, input?: unknown) => callProcedure(client, "query", path, input);

export const mutate = (client: ApiClient, path: string, input?: unknown) =>
  callProcedure(client, "mutation", path, input);

export function toProcedureResult({ status, body }: ApiResponse): ProcedureResult {
  const { result, error } = body as unknown as WireResponse;
  if (result) return { status, data: superjson.deserialize(result.data) };
  const { message, data } = superjson.deserialize<WireError>(error);
  return { status, data: undefined, error: { message, code: data.code, fields: data.fields } };
}

type Serialized = Parameters<typeof superjson.deserialize>[0];

interface WireResponse {
  result?: { data: Serialized };
  error: Serialized;
}

interface WireError {
  message: string;
  data: { code: string; fields: Record<string, unknown> };
}
