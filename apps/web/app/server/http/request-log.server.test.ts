import type { PaymentProvider } from "@app/clients/payments/payment-provider";
import { beforeEach, describe, expect, it } from "vitest";
import { ApiClient, signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { loggedPath } from "./request-log.server";

const lines: Record<string, unknown>[] = [];
const payment = {
  createCheckout: async () => {
    throw new Error("unforeseen");
  },
} as unknown as PaymentProvider;
const app = useTestApp({
  env: { LOG_LEVEL: "info" },
  logTo: { write: (line) => lines.push(JSON.parse(line)) },
  clients: () => ({ payment }),
});
const CHECKOUT = { key: "pack_200", successUrl: "https://a.example/ok", cancelUrl: "https://a.example/no" };
const CHECKOUT_PATH = "/api/payments/provider/checkout";
const linesNamed = (msg: string) => lines.filter((line) => line["msg"] === msg);

beforeEach(() => {
  lines.length = 0;
});

describe("the id of a request", () => {
  it.each([
    ["a response", "GET", "/api/auth/csrf", {}, 200],
    ["a path that is not there", "GET", "/api/no-such", {}, 404],
    ["a refused method", "OPTIONS", "/api/image/generate", {}, 405],
    ["a refused site", "POST", "/api/image/generate", { "sec-fetch-site": "cross-site" }, 403],
    ["a redirect", "GET", "/api/auth/signin", {}, 302],
  ])("is on %s, and is a new one each time", async (_what, method, path, headers, status) => {
    const ids: (string | null)[] = [];
    for (let time = 0; time < 2; time += 1) {
      const response = await new ApiClient(app).fetch(path, { method, headers });
      expect(response.status).toBe(status);
      ids.push(response.headers.get("x-request-id"));
    }
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(ids[1]).toMatch(/^[0-9a-f-]{36}$/);
    expect(ids[0]).not.toBe(ids[1]);
    expect(linesNamed("request").map((line) => line["requestId"])).toEqual(ids);
  });

  it("may come from a proxy", async () => {
    const { headers } = await new ApiClient(app).get("/api/no-such", { "x-request-id": "from_the-proxy_1" });
    expect(headers.get("x-request-id")).toBe("from_the-proxy_1");
  });

  it.each(["short", "a".repeat(65), "with a space", 'with"quotes"', "with/slash/es", "<script>alert(1)</script>"])(
    "is not taken from a client that sends %j",
    async (sent) => {
      const { headers } = await new ApiClient(app).get("/api/no-such", { "x-request-id": sent });
      expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it("is in the log of an unexpected error, a different one for each request", async () => {
    const { client, id } = await signedInUser(app);
    const responses = await Promise.all(Array.from({ length: 20 }, () => client.post(CHECKOUT_PATH, CHECKOUT)));
    expect(responses.map(({ status, body }) => [status, body.error])).toEqual(
      responses.map(() => [500, "Internal server error"]),
    );
    const ids = new Set(responses.map(({ headers }) => headers.get("x-request-id")));
    expect(ids.size).toBe(responses.length);
    const failed = linesNamed("request failed");
    expect(failed.length).toBe(responses.length);
    expect(new Set(failed.map((line) => line["requestId"]))).toEqual(ids);
    expect(failed[0]).toMatchObject({ path: CHECKOUT_PATH, err: { message: "unforeseen" } });
    const logged = linesNamed("request").filter((line) => line["path"] === CHECKOUT_PATH);
    expect(logged[0]).toMatchObject({ method: "POST", status: 500, userId: id, ms: expect.any(Number) });
  });
});

describe("the log line of a request", () => {
  it("names the method, the path without its query, and the user of a session", async () => {
    await new ApiClient(app).get("/api/video/status?taskId=planted&historyId=planted");
    const [line] = linesNamed("request");
    expect(line).toMatchObject({ level: 30, method: "GET", path: "/api/video/status", status: 401 });
    expect(line).not.toHaveProperty("userId");
    expect(JSON.stringify(lines)).not.toContain("planted");
  });

  it("has a bounded length, whatever the path", async () => {
    await new ApiClient(app).get(`/api/${"a".repeat(8_000)}`);
    expect(JSON.stringify(linesNamed("request")[0]).length).toBeLessThan(600);
  });

  it("is left out for monitors and static files", async () => {
    const { status } = await new ApiClient(app).get("/healthz");
    expect(status).toBe(200);
    expect(lines).toEqual([]);
  });
});

it.each([
  ["/s/tokenTokenTokenToken123", "/s/***"],
  ["/zh/s/tokenTokenTokenToken123/file", "/zh/s/***/file"],
  ["/s/tokenTokenTokenToken123.data", "/s/***.data"],
  ["/S/tokenTokenTokenToken123", "/S/***"],
  ["/%73/tokenTokenTokenToken123", "/%73/***"],
  [`/v1/gm_${"x".repeat(30)}`, "/v1/gm_***"],
  ["/pricing", "/pricing"],
])("logs %s without what is secret in it", (path, logged) => expect(loggedPath(path)).toBe(logged));
