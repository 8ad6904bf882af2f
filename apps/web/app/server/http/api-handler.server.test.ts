import type { AppLoadContext } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { describe, expect, it } from "vitest";
import { ApiClient } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { type ApiRoute, createApiHandler } from "./api-handler.server";

const app = useTestApp();
const NOT_FOUND = { status: 404, body: { error: "Not found" } };
const NOT_SIGNED = { status: 400, body: { error: "Invalid signature" } };

it.each(["/api/payments/creem/webhook", "/api/payments/creem/webhook/", "/api/payments/%63reem/webhook"])(
  "finds a route with a parameter at %s",
  async (path) => {
    expect(await new ApiClient(app).post(path, {})).toMatchObject(NOT_SIGNED);
  },
);

it.each(["/api/", "/api//", "/api/no-such", "/api/payments"])("has nothing at %s", async (path) => {
  for (const response of [await new ApiClient(app).get(path), await new ApiClient(app).post(path, {})])
    expect(response).toMatchObject(NOT_FOUND);
});

it.each(["/api/payments/creem/webhook//", "/api/payments/creem/%77ebhook", "/api/payments/creem/Webhook"])(
  "has nothing at %s, which Remix would take for another spelling",
  async (path) => {
    expect(await new ApiClient(app).post(path, {})).toMatchObject(NOT_FOUND);
  },
);

it("has no provider whose name is not encoded correctly", async () => {
  expect(await new ApiClient(app).post("/api/payments/%E0%A4%A/webhook", {})).toMatchObject(NOT_FOUND);
});

it("prefers a route of fixed segments to a splat", async () => {
  expect(await new ApiClient(app).get("/api/auth/sign-up")).toMatchObject({ status: 405 });
  expect(await new ApiClient(app).get("/api/auth/csrf")).toMatchObject({ status: 200 });
});

describe("of several routes that match", () => {
  // Parameters have long names, so that the length of a pattern says nothing about its rank.
  const PATTERNS = [
    "api/*",
    "api/users/*",
    "api/users/:userIdentifier",
    "api/users/:userIdentifier/*",
    "api/users/:userIdentifier/credits",
    "api/users/export/credits",
    "api/users/export",
    "api/:collectionIdentifier/export/credits",
    "api/:collectionIdentifier/:itemIdentifier/:partIdentifier",
  ];
  const handle = createApiHandler(PATTERNS.map(respondingWithPath));

  function respondingWithPath(path: string): ApiRoute {
    return { path, load: async () => ({ loader: async ({ params }) => Response.json({ path, params }) }) };
  }

  async function find(path: string): Promise<{ path: string; params: Record<string, string> }> {
    const response = await handle(new Request(`http://localhost${path}`), {} as AppLoadContext);
    return response.json();
  }

  it("takes the one with the most fixed segments", async () => {
    expect((await find("/api/users/export/credits")).path).toBe("api/users/export/credits");
    expect(await find("/api/users/one/credits")).toEqual({
      path: "api/users/:userIdentifier/credits",
      params: { userIdentifier: "one" },
    });
  });

  it.each([
    "/api/users/export/credits",
    "/api/users/one/credits",
    "/api/users/export/other",
    "/api/users/one/other",
    "/api/users/one/credits/more",
    "/api/users/export",
    "/api/users/one",
    "/api/users",
    "/api/packs/export/credits",
    "/api/packs/one/two",
    "/api/packs/one",
  ])("takes the same one as Remix for %s", async (path) => {
    const matches = matchRoutes(
      PATTERNS.map((pattern) => ({ path: pattern })),
      path,
    );
    expect((await find(path)).path).toBe(matches?.[0]?.route.path);
  });
});
