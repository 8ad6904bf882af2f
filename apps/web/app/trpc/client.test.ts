import type { AppRouter } from "@app/api/root";
import { createTRPCClient } from "@trpc/client";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { apiLinks, idempotentCall } from "./client";

const URL_OF_API = "http://genmint.test/api/trpc";
const IMAGE = { prompt: "a boat", imageUrl: "https://pictures.example/boat.png" };

const sent: { path: string; key: string | null }[] = [];
const server = setupServer(
  http.all(`${URL_OF_API}/*`, ({ request }) => {
    const { pathname } = new URL(request.url);
    sent.push({ path: pathname.slice("/api/trpc/".length), key: request.headers.get("idempotency-key") });
    const calls = pathname.split(",").length;
    return HttpResponse.json(calls > 1 ? Array.from({ length: calls }, () => RESPONSE) : RESPONSE);
  }),
);
const RESPONSE = { result: { data: { json: {} } } };

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => sent.splice(0));
afterAll(() => server.close());

const api = createTRPCClient<AppRouter>({ links: apiLinks(URL_OF_API) });

describe("apiLinks", () => {
  it("sends each call with a key in a request of its own, with that key", async () => {
    await Promise.all(["first", "second"].map((key) => api.image.generate.mutate(IMAGE, idempotentCall(key))));
    expect(sent).toEqual([
      { path: "image.generate", key: "first" },
      { path: "image.generate", key: "second" },
    ]);
  });

  it("sends no more than ten in one request", async () => {
    await Promise.all(Array.from({ length: 12 }, () => api.me.current.query()));
    expect(sent.map(({ path }) => path.split(",").length)).toEqual([10, 2]);
  });

  it("sends calls without a key together, and without the header", async () => {
    await Promise.all([api.me.current.query(), api.me.dashboard.query()]);
    expect(sent).toEqual([{ path: "me.current,me.dashboard", key: null }]);
  });
});
