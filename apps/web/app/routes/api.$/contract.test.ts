import { describe, expect, it, vi } from "vitest";
import { ApiClient } from "../../../test/api-client";
import { TEST_CRON_SECRET, useTestApp } from "../../../test/app";

const app = useTestApp();
const NOT_FOUND = { error: "Not found" };

describe("404", () => {
  it.each([
    "/api",
    "/api/",
    "/api/unknown",
    "/api/image",
    "/api/image/generate/more",
    "/api/admin/users",
    "/api/admin/users/someone",
    "/api/payments/provider",
    "/api/payments/provider/refund",
    "/api/cron",
    "/api/%00",
    "/api/__proto__",
  ])("%s is no path, whatever the method", expectNotFound);

  it("takes a path that cannot be decoded for one that is not there", async () => {
    const warnings = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await expectNotFound("/api/%zz").finally(() => warnings.mockRestore());
  });

  async function expectNotFound(path: string) {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const response = await new ApiClient(app).fetch(path, { method });
      expect([method, response.status]).toEqual([method, 404]);
      expect(response.headers.get("content-type")).toContain("application/json");
      expect(await response.json()).toEqual(NOT_FOUND);
    }
  }
});

describe("403", () => {
  it("refuses other sites before anything else", async () => {
    const response = await new ApiClient(app).post("/api/unknown", {}, { origin: "https://elsewhere.example" });
    expect(response).toMatchObject({ status: 403, body: { error: "Cross-site request refused" } });
  });
});

describe("405", () => {
  it.each(["OPTIONS", "PROPFIND"])("knows no method %s, wherever it is asked for", async (method) => {
    for (const path of ["/api/unknown", "/api/image/generate", "/api/video/status", "/api/cron/subscription-grants"]) {
      const headers = { authorization: `Bearer ${TEST_CRON_SECRET}` };
      const response = await new ApiClient(app).fetch(path, { method, headers });
      expect([path, response.status]).toEqual([path, 405]);
      expect(await response.json()).toEqual({ error: "Method not allowed" });
    }
  });
});
