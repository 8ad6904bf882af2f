import { signWebhook } from "@app/sandbox/payments/signatures";
import { faultScale } from "@app/sandbox/testing/fault-tests";
import { sampleImage } from "@app/sandbox/testing/sample-image";
import { TEST_KEYS } from "@app/sandbox/testing/test-sandbox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SignedInUser, signedInUser } from "./api-client";
import { fetchFromApp, startOtherServer, TEST_CRON_SECRET, type TestApp, useTestApp } from "./app";
import { ENTRIES, type Entry } from "./security/access-manifest/entries";
import { type Caller, createCallers } from "./security/callers";
import { type EntryRequest, requestsOf } from "./security/requests";
import { TRANSPORT_CASES } from "./transport-cases";
import { uploadForm } from "./uploads";
import { purchaseEvent, WEBHOOK_PATH } from "./webhooks";

/**
 * The routes below /api are called without Remix's router. Here each is also called through Remix's own request handler, on the same
 * database: status, headers and body must be equal, except for ids, times and tokens.
 */
const app = useTestApp({ apiHandler: "direct" });
let remix: Awaited<ReturnType<typeof startOtherServer>>;
beforeAll(async () => {
  remix = await startOtherServer(app, {}, { apiHandler: "remix" });
});
afterAll(() => remix.stop());

/** Both servers, production's way of calling routes first. */
const servers = (): TestApp[] => [app, remix.app];

interface RecordedResponse {
  status: number;
  headers: [string, string][];
  body: string;
}

/** The last one is Remix's mark on responses of resource routes. */
const IGNORED_HEADERS: ReadonlySet<string> = new Set(["date", "x-request-id", "x-remix-response"]);

/** Parts that differ between any two requests, each with the name of its kind. */
const VARIABLE_PARTS: readonly (readonly [RegExp, string])[] = [
  // How much of a chat answer one event holds depends on timing.
  [/"\}\n\ndata: \{"type":"content","content":"/g, ""],
  [/: keep-alive\n\n/g, ""],
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>"],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>"],
  [/\w{3}, \d\d \w{3} \d{4} [\d:]+ GMT/g, "<time>"],
  [/\d{13}_\w{6}\./g, "<file>."],
  [/nonce-[\w+/=]+/g, "nonce-<nonce>"],
  [/127\.0\.0\.1:\d+/g, "<host>"],
  [/"gm_[\w-]{7}"/g, '"<prefix>"'],
  [/whsec_[\w+/=]+/g, "whsec_<secret>"],
  [/[\w-]{24,}(?:(?:%7C|\||\.)[\w-]{24,})*/g, "<token>"],
];

const normalize = (text: string) =>
  VARIABLE_PARTS.reduce((normalized, [pattern, name]) => normalized.replace(pattern, name), text);

async function send(server: TestApp, path: string, init: RequestInit = {}): Promise<RecordedResponse> {
  const response = await fetchFromApp(`${server.url}${path}`, { redirect: "manual", ...init });
  return record(response.status, response.headers, await response.text());
}

function record(status: number, headers: Headers, body: string): RecordedResponse {
  const compared = [...headers].filter(([name]) => !IGNORED_HEADERS.has(name));
  return { status, headers: compared.map(([name, value]) => [name, normalize(value)]), body: normalize(body) };
}

/** Makes the same calls on both servers, each with users of its own, and compares the responses one by one. */
async function expectParity(call: (server: TestApp, index: number) => Promise<RecordedResponse[]>): Promise<void> {
  const [direct = [], throughRemix = []] = await Promise.all(servers().map(call));
  expect(direct.length).toBeGreaterThan(0);
  expect(throughRemix).toEqual(direct);
}

const isProcedure = ({ kind }: Entry) => kind === "procedure";
const ROUTES = ENTRIES.filter((entry) => !isProcedure(entry) && entry.name.includes(" /api/"));
const PROCEDURES = ENTRIES.filter(isProcedure);
/** All procedures are one route, so a tenth of them shows what a change of the handler breaks. */
const TESTED_PROCEDURES = faultScale({ short: PROCEDURES.filter((_, index) => index % 10 === 0), long: PROCEDURES });
const API_ENTRIES = [...ROUTES, ...TESTED_PROCEDURES].map((entry) => [entry.name, entry] as const);
const CALLERS: ReadonlySet<string> = new Set(["anonymous", "user", "other user", "banned", "administrator"]);

const JSON_TYPE = { "content-type": "application/json" };

/** The same request with another spelling, method, origin or body. */
function variantsOf({ path, ...request }: EntryRequest): [string, RequestInit][] {
  const [pathname = "", search = ""] = path.split("?");
  const { headers } = request;
  const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
  const bodies = ["{", "[]", "null", '{"a":'.repeat(40)];
  return [
    [`${pathname}/?${search}`, request],
    [path, { ...request, headers: { ...headers, "sec-fetch-site": "cross-site" } }],
    ...methods.map((method): [string, RequestInit] => [path, { method, headers }]),
    ...bodies.map((body): [string, RequestInit] => [path, { method: "POST", headers: JSON_TYPE, body }]),
  ];
}

describe("the access manifest", () => {
  let callers: Caller[][];
  beforeAll(async () => {
    callers = await Promise.all(servers().map(createCallers));
  });

  it.each(API_ENTRIES)("%s gets the same response from Remix", async (_name, entry) => {
    await expectParity(async (server, index) => {
      const responses: RecordedResponse[] = [];
      for (const { name, fixtures, headers } of callers[index] ?? []) {
        const [request] = requestsOf(entry, fixtures);
        if (!request || !CALLERS.has(name)) continue;
        const hasVariants = name === "user" && !isProcedure(entry);
        const requests: [string, RequestInit][] = [
          [request.path, request],
          ...(hasVariants ? variantsOf(request) : []),
        ];
        for (const [path, init] of requests)
          responses.push(await send(server, path, { ...init, headers: { ...init.headers, ...headers } }));
      }
      return responses;
    });
  });
});

const CASES = Object.values(TRANSPORT_CASES).flatMap(({ rest, role, valid, invalid }) =>
  [valid, ...invalid].map((input) => ({ rest, role, input })),
);

it.each(CASES)("the input $input gets the same response from Remix", async ({ rest, role, input }) => {
  await expectParity(async (server) => {
    const { client } = await signedInUser(server, { credits: 100, role: role ?? "user" });
    const { status, headers, body } = await rest(client, input);
    return [record(status, headers, JSON.stringify(body))];
  });
});

const IMAGE = { prompt: "a red boat", imageUrl: "https://pictures.example/boat.png" };

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  body: JSON.stringify(body),
  headers: { ...JSON_TYPE, ...headers },
});

/** Requests that succeed, in an order in which later ones build on earlier ones. */
async function useEverything(server: TestApp, user: SignedInUser): Promise<RecordedResponse[]> {
  const responses: RecordedResponse[] = [];
  const as = (init: RequestInit): RequestInit => ({
    ...init,
    headers: { ...(init.headers as Record<string, string>), cookie: user.client.cookieHeader },
  });
  const call = async (path: string, init: RequestInit = {}) => responses.push(await send(server, path, init));
  const idempotent = { "idempotency-key": "one" };
  await call("/api/image/generate", as(json(IMAGE, idempotent)));
  await call("/api/image/generate", as(json(IMAGE, idempotent)));
  await call("/api/image/generate", as(json({ ...IMAGE, prompt: "another" }, idempotent)));
  await call("/api/image/generate", as(json({ ...IMAGE, padding: "a".repeat(2_000_000) })));
  await call("/api/image/generate", as(json({ ...IMAGE, padding: "a".repeat(17_000_000) })));
  await call("/api/chat/stream", as(json({ message: "Hello" })));
  await call("/api/chat/stream", as(json({ message: "Hello", padding: "a".repeat(2_000_000) })));
  await call("/api/chat/stream", json({ message: "Hello" }));
  await call("/api/payments/creem/checkout", as(json({ key: "pack_200" })));
  await call("/api/payments/%63reem/checkout", as(json({ key: "pack_200" })));
  await call("/api/payments/%E0%A4%A/checkout", as(json({ key: "pack_200" })));
  await call("/api/payments/elsewhere/checkout", as(json({ key: "pack_200" })));
  await call("/api/upload/simple", as({ method: "POST", body: uploadForm(await sampleImage("parity")) }));
  await call("/api/upload/image", as({ method: "POST", body: uploadForm(Buffer.from("no picture")) }));
  await call("/api/upload/image", as({ method: "POST", body: "no form" }));
  const event = JSON.stringify(purchaseEvent({ userId: user.id, key: "pack_200" }));
  const signature = { "provider-signature": signWebhook(event, TEST_KEYS.providerWebhookSecret) };
  for (let time = 0; time < 2; time += 1)
    await call(WEBHOOK_PATH, { method: "POST", body: event, headers: { ...JSON_TYPE, ...signature } });
  for (const path of ["/api/cron/subscription-grants?limit=1", "/api/cron/grant-subscription-credits"])
    await call(path, { headers: { authorization: `Bearer ${TEST_CRON_SECRET}` } });
  await call("/api/trpc/me.current,me.dashboard?batch=1&input=%7B%7D", as({}));
  await call("/api/trpc/no.such", as({}));
  await call("/api/auth/sign-up", json({ name: "New", email: `new-${user.id}@example.com`, password: "long enough" }));
  await call("/api/auth/session", as({}));
  await call("/api/no/such/path", as({}));
  await call("/api", as({}));
  await call("/api/", as({}));
  return responses;
}

it("requests that succeed get the same responses from Remix", async () => {
  await expectParity(async (server) => useEverything(server, await signedInUser(server, { credits: 500 })));
});

it("would find a response that differs", async () => {
  await expect(
    expectParity(async (server, index) => [await send(server, index === 0 ? "/api/auth/csrf" : "/api/no-such")]),
  ).rejects.toThrow();
});
