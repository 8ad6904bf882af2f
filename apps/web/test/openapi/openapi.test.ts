import { WEBHOOK_EVENTS, WEBHOOK_TEST } from "@app/core/webhooks/webhook-events";
import { settleVideoTask } from "@app/sandbox/generation/generation-state";
import { signWebhook } from "@app/sandbox/payments/signatures";
import { sampleImage } from "@app/sandbox/testing/sample-image";
import { TEST_KEYS } from "@app/sandbox/testing/test-sandbox";
import { verifyLedger } from "@app/services/ledger/verify-ledger";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { oas31 } from "zod-openapi";
import { ApiClient, type SignedInUser, signedInUser } from "../api-client";
import { TEST_CRON_SECRET, useTestApp } from "../app";
import { chat } from "../chat-stream";
import type { Audience } from "../security/access-manifest/access";
import { REST_ROUTES } from "../security/access-manifest/routes";
import { uploadForm } from "../uploads";
import { purchaseEvent } from "../webhooks";
import { type Description, type Operation, operationsOf, ResponseChecker } from "./description";
import { generatedRequests, PASSED_ON } from "./generated-requests";

const app = useTestApp({ env: { RATE_LIMITS: "off" } });
let description: Description;
let operations: Operation[];
let checker: ResponseChecker;
let user: SignedInUser;
let admin: SignedInUser;
let apiKey: string;

beforeAll(async () => {
  description = (await new ApiClient(app).get("/api/openapi.json")).body as unknown as Description;
  operations = operationsOf(description);
  checker = new ResponseChecker(description);
  user = await signedInUser(app, { credits: 1_000_000 });
  admin = await signedInUser(app, { role: "admin" });
  apiKey = String((await user.client.post("/api/keys", { name: "Description" })).body["key"]);
});
afterAll(async () => expect((await verifyLedger(app.db)).differences).toEqual([]));

it("is valid OpenAPI 3.1", async () => {
  expect(
    await new Validator().validate(structuredClone(description) as unknown as Record<string, unknown>),
  ).toMatchObject({ valid: true });
});

/** Not described: no part of the REST API, or every path that does not exist. */
const LEFT_OUT =
  /^(?:GET|POST) (?:\/(?:api|v1)\/\*|\/account\/|\/history\/|\/s\/|\/chat\/|\/robots\.txt$|\/sitemap\.xml$)|^POST \/mcp$/;
const described = () => new Map(operations.map((one) => [`${one.method.toUpperCase()} ${one.path}`, one]));
const inBraces = (name: string) => name.replaceAll(/:(\w+)/g, "{$1}");

it("has every REST route, and no other", () => {
  const routes = Object.keys(REST_ROUTES).filter((name) => !LEFT_OUT.test(name));
  const others = ["GET /healthz", "GET /readyz", "GET /api/auth/{path}", "POST /api/auth/{path}"];
  expect([...described().keys()].sort()).toEqual([...routes.map(inBraces), ...others].sort());
});

const SCHEMES: Partial<Record<Audience, string>> = {
  administrator: "session",
  "API key": "apiKey",
  "cron secret": "cronSecret",
  "provider signature": "providerSignature",
  "signed in": "session",
  "own object": "session",
};

it("names who may call each route, as the access manifest does", () => {
  for (const [name, { audience }] of Object.entries(REST_ROUTES).filter(([name]) => !LEFT_OUT.test(name))) {
    const security = described().get(inBraces(name))?.described.security ?? [];
    const scheme = SCHEMES[audience];
    expect([name, security.some((one) => scheme !== undefined && scheme in one)]).toEqual([name, scheme !== undefined]);
  }
});

it("describes the refusals that every body may meet: too large, or one of too many", () => {
  for (const { id, described } of operations.filter((one) => one.described.requestBody))
    expect([id, Object.keys(described.responses ?? {})]).toEqual([id, expect.arrayContaining(["413", "429"])]);
});

it.each([
  ["streamChat", "message", [""]],
  ["signUp", "password", ["seven77"]],
  ["generateVideo", "duration", [0, -1, 61]],
  ["adjustCredits", "amount", [0, 1.5, 10_000_001]],
])("forbids in %s the %s that is refused", (id, field, refused) => {
  const { described } = operations.find((one) => one.id === id) as Operation;
  const { schema, example } = (described.requestBody as oas31.RequestBodyObject).content["application/json"] ?? {};
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  for (const value of refused) expect(ajv.validate(schema ?? {}, { ...example, [field]: value })).toBe(false);
  expect(ajv.validate(schema ?? {}, example)).toBe(true);
});

it("describes how each request is refused that a page of another site sends", async () => {
  for (const operation of operations.filter(({ method }) => method !== "get")) {
    const path = operation.path.replaceAll(/\{\w+\}/g, "x");
    const headers = { ...credentialsFor(operation), origin: "https://other.example" };
    const response = await fetch(`${app.url}${path}`, { method: operation.method.toUpperCase(), headers });
    const seen = { status: response.status, contentType: response.headers.get("content-type") ?? "" };
    expect([operation.id, checker.problem(operation, { ...seen, body: await response.text() })]).toEqual([
      operation.id,
      null,
    ]);
  }
});

interface Sent {
  path?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: BodyInit;
}

/** What an example cannot say: the ids of rows, forms and signatures. */
const PREPARED: Record<string, () => Promise<Sent>> = {
  revokeApiKey: async () => ({ path: { keyId: (await user.client.post("/api/keys", { name: "Old" })).body.id } }),
  getAuth: async () => ({ path: { path: "csrf" } }),
  postAuth: async () => {
    const { client } = await signedInUser(app);
    const { body } = await client.get("/api/auth/csrf");
    const headers = { "content-type": "application/x-www-form-urlencoded", cookie: client.cookieHeader };
    return { path: { path: "signout" }, headers, body: new URLSearchParams({ csrfToken: body.csrfToken }) };
  },
  getVideoStatus: async () => {
    const { body } = await user.client.post("/api/video/generate", { prompt: "A boat" });
    return { query: { taskId: body.taskId, historyId: body.id } };
  },
  followChat: async () => ({ path: { sessionId: (await chat(user.client, { message: "Hello" })).sessionId } }),
  uploadImage: async () => ({ body: uploadForm(await sampleImage("upload")) }),
  uploadSimple: async () => ({ body: uploadForm(await sampleImage("upload")) }),
  adjustCredits: async () => ({ path: { userId: user.id } }),
  changeSubscription: async () => ({ path: { userId: user.id } }),
  receiveProviderWebhook: async () => {
    const body = JSON.stringify(purchaseEvent({ userId: user.id, key: "pack_200" }));
    const signature = signWebhook(body, TEST_KEYS.providerWebhookSecret);
    return { headers: { "provider-signature": signature, "content-type": "application/json" }, body };
  },
};

/** The headers of a caller who may use an operation. */
function credentialsFor({ described, path }: Operation): Record<string, string> {
  const schemes = (described.security ?? []).flatMap((one) => Object.keys(one));
  if (schemes.includes("apiKey")) return { authorization: `Bearer ${apiKey}` };
  if (schemes.includes("cronSecret")) return { authorization: `Bearer ${TEST_CRON_SECRET}` };
  const { client } = path.startsWith("/api/admin/") ? admin : user;
  return schemes.includes("session") ? { cookie: client.cookieHeader } : {};
}

interface ExampleBody {
  content: Record<string, { example?: object }>;
}

async function sendExample(operation: Operation): Promise<Response> {
  const { described, method } = operation;
  const prepared = await PREPARED[operation.id]?.();
  const example = (described.requestBody as ExampleBody | undefined)?.content["application/json"]?.example;
  const samples = Object.fromEntries(
    (described.parameters ?? []).flatMap((parameter) => {
      const sample = "schema" in parameter ? (parameter.schema as { example?: string }).example : undefined;
      return "name" in parameter && sample ? [[parameter.name, sample]] : [];
    }),
  );
  const values: Record<string, string> = { ...samples, ...prepared?.path };
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => values[name] ?? "missing");
  const query = prepared?.query ? `?${new URLSearchParams(prepared.query)}` : "";
  const json: Sent = example ? { headers: { "content-type": "application/json" }, body: JSON.stringify(example) } : {};
  return fetch(`${app.url}${path}${query}`, {
    method: method.toUpperCase(),
    redirect: "manual",
    headers: { ...credentialsFor(operation), ...json.headers, ...prepared?.headers },
    ...((prepared?.body ?? json.body) === undefined ? {} : { body: prepared?.body ?? json.body ?? "" }),
  });
}

describe("examples", () => {
  it("succeed, and their responses are as described", async () => {
    const failed: string[] = [];
    for (const operation of operations) {
      const response = await sendExample(operation);
      const contentType = response.headers.get("content-type") ?? "";
      const body = await response.text();
      const problem = checker.problem(operation, { status: response.status, contentType, body });
      if (response.status >= 400 || problem)
        failed.push(`${operation.id}: ${response.status} ${problem ?? ""} ${body.slice(0, 300)}`);
    }
    expect(failed).toEqual([]);
  });

  it("show that each kind of error has its described shape", async () => {
    const generate = described().get("POST /v1/chat/completions") as Operation;
    const response = await new ApiClient(app).fetch("/v1/chat/completions", { method: "POST", body: "{}" });
    const seen = { status: response.status, contentType: response.headers.get("content-type") ?? "", body: "{}" };
    expect(checker.problem(generate, { ...seen, body: await response.text() })).toBeNull();
    expect(checker.problem(generate, seen)).toContain("must have required property 'error'");
    expect(checker.problem(generate, { ...seen, status: 418 })).toBe("status 418 is not described");
  });
});

it.each(["succeeded", "failed"] as const)(
  "describes the status of a video that has %s, when it ends and later",
  async (end) => {
    const { body } = await user.client.post("/api/video/generate", { prompt: "A boat" });
    settleVideoTask(app.sandbox.generation, body.taskId, end);
    const poll = () => user.client.fetch(`/api/video/status?taskId=${body.taskId}&historyId=${body.id}`);
    for (const response of [await poll(), await poll()]) {
      const { status } = response;
      const contentType = response.headers.get("content-type") ?? "";
      const seen = { status, contentType, body: await response.text() };
      expect(checker.problem(described().get("GET /api/video/status") as Operation, seen)).toBeNull();
    }
  },
);

it("describes each message that we send, with an example of its schema", () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  for (const [type, { post }] of Object.entries(description.webhooks ?? {})) {
    const { content } = (post?.requestBody ?? { content: {} }) as oas31.RequestBodyObject;
    const { schema, example } = content["application/json"] ?? {};
    expect([type, ajv.validate(schema ?? {}, example)]).toEqual([type, true]);
  }
  expect(Object.keys(description.webhooks ?? {})).toEqual([...WEBHOOK_EVENTS, WEBHOOK_TEST]);
});

it("describes the events of a completion that fails while it is written", async () => {
  const create = described().get("POST /v1/chat/completions") as Operation;
  const response = await fetch(`${app.url}${create.path}`, {
    method: "POST",
    headers: { ...credentialsFor(create), "content-type": "application/json" },
    body: JSON.stringify({ model: "sandbox-text", messages: [{ role: "user", content: "[error]" }], stream: true }),
  });
  const seen = { status: response.status, contentType: response.headers.get("content-type") ?? "" };
  const body = await response.text();
  expect(body).toContain('"server_error"');
  expect(checker.problem(create, { ...seen, body })).toBeNull();
});

describe("generated requests", () => {
  it("get a described response, and never a failure of ours", async () => {
    const credentials = {
      apiKey,
      userCookie: user.client.cookieHeader,
      adminCookie: admin.client.cookieHeader,
      cronSecret: TEST_CRON_SECRET,
    };
    const statuses = new Map<number, number>();
    // Signing out would end the sessions.
    const sent = operations.filter(({ id }) => id !== "postAuth");
    const requests = generatedRequests(description, sent, credentials);
    await fc.assert(
      fc.asyncProperty(requests, async ({ operation, method, path, headers, body }) => {
        const url = `${app.url}${path}`;
        const response = await fetch(url, { method, headers, redirect: "manual", ...(body === null ? {} : { body }) });
        const text = await response.text();
        const { status } = response;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const contentType = response.headers.get("content-type") ?? "";
        const problem = checker.problem(operation, { status, contentType, body: text });
        if (problem) throw new Error(`${method} ${path}: ${problem}: ${text.slice(0, 300)}`);
        if (status >= 500 && !PASSED_ON.test(text))
          throw new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
      }),
      { numRuns: 200, seed: Date.now() % 1_000_000 },
    );
    process.stdout.write(`openapi: generated requests by status: ${JSON.stringify(Object.fromEntries(statuses))}\n`);
    expect(statuses.size).toBeGreaterThan(2);
  });
});
