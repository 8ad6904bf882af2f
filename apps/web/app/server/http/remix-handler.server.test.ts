import type { ServerBuild } from "@remix-run/node";
import { expect, it, vi } from "vitest";
import { ApiClient } from "../../../test/api-client";
import { buildWithoutPages, createTestHandler, useTestApp } from "../../../test/app";
import { createRequestContext } from "../auth/request-context.server";

const app = useTestApp();

it.each(["routes/api.$", "routes/no-such", "%00", ""])("has no parameter _data, such as %j", async (route) => {
  for (const path of ["/api/no-such", "/api/video/status", "/api/auth/csrf"]) {
    const response = await new ApiClient(app).get(`${path}?_data=${route}`);
    expect(response).toMatchObject({ status: 400, body: { error: "_data is not a parameter" } });
  }
});

it.each(["/%5C", "/%5c%5celsewhere.example", "/pricing%5C"])(
  "has no page with a backslash, such as %s",
  async (path) => {
    expect(await new ApiClient(app).get(path)).toMatchObject({ status: 404, body: { error: "Not found" } });
  },
);

/** A build with one page in every language. */
function buildWithPages(): ServerBuild {
  const html = { headers: { "content-type": "text/html; charset=utf-8" } };
  const draw = (_request: Request, status: number) => new Response("<!doctype html>", { status, ...html });
  const loader = async () => {
    throw new Response(null, { status: 404 });
  };
  const root = { id: "root", path: "", module: { default: () => null } };
  const video = { id: "video", path: ":locale?/video", module: { default: () => null, loader } };
  return { ...buildWithoutPages(), routes: { root, video }, entry: { module: { default: draw } } };
}

it.each([
  ["GET", "/api/a/%0D%0Ab", 404, "application/json"],
  ["GET", "/api/auth/csrf/%E2%80%A8", 404, "application/json"],
  ["GET", "/api/auth/csrf/no-such", 400, "application/json"],
  ["GET", "/api/video", 404, "application/json"],
  ["POST", "/api/video", 404, "application/json"],
  ["GET", "/no-such", 404, "text/html; charset=utf-8"],
  ["PUT", "/no-such", 405, "application/json"],
])("responds to %s %s, which does not exist, with %s as %s", async (method, path, status, contentType) => {
  const request = new Request(`${app.url}${path}`, { method });
  const handle = createTestHandler({ build: buildWithPages });
  const response = await handle(request, { ...createRequestContext(app.deps, request, {}) });
  expect([response.status, response.headers.get("content-type")]).toEqual([status, contentType]);
});

it.each(["GET", "POST"])("keeps Remix from warning of a path that cannot be decoded, sent with %s", async (method) => {
  const written = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const request = new Request(`${app.url}/s/some-token%ff`, {
    method,
    ...(method === "POST" ? { body: "a=b" } : {}),
  });
  const handle = createTestHandler({ build: buildWithPages });
  const response = await handle(request, { ...createRequestContext(app.deps, request, {}) });
  expect([response.status, response.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  expect(written).not.toHaveBeenCalled();
  written.mockRestore();
});

it.each(["PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"])("pages do not take %s", async (method) => {
  const request = new Request(`${app.url}/video`, { method });
  const handle = createTestHandler({ build: buildWithPages });
  const response = await handle(request, { ...createRequestContext(app.deps, request, {}) });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
  expect(await response.json()).toEqual({ error: "Method not allowed" });
});
