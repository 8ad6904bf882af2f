import { describe, expect, it } from "vitest";
import { ApiClient } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";

const app = useTestApp();

describe("GET /api/openapi.json", () => {
  it("200: the description, with an ETag", async () => {
    const { status, headers, body } = await new ApiClient(app).get("/api/openapi.json");
    expect({ status, openapi: body["openapi"] }).toEqual({ status: 200, openapi: "3.1.0" });
    const etag = headers.get("etag") ?? "";
    const again = await new ApiClient(app).fetch("/api/openapi.json", { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
  });
});

it("304 for a tag in a list, a weak one, as proxies that compress make it, and any", async () => {
  const etag = (await new ApiClient(app).fetch("/api/openapi.json")).headers.get("etag") ?? "";
  const statusFor = async (tags: string) =>
    (await new ApiClient(app).fetch("/api/openapi.json", { headers: { "if-none-match": tags } })).status;
  for (const tags of [`W/${etag}`, `"other", ${etag}`, "*"]) expect([tags, await statusFor(tags)]).toEqual([tags, 304]);
  expect(await statusFor('"other"')).toBe(200);
});
