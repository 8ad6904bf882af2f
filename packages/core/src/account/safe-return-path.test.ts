import { describe, expect, it } from "vitest";
import { safeReturnPath } from "./safe-return-path";

describe("safeReturnPath", () => {
  it("keeps a path of this site with its query", () => {
    expect(safeReturnPath("/zh/billing?success=1#plans", "/dashboard")).toBe("/zh/billing?success=1#plans");
  });

  it.each([
    null,
    "",
    "dashboard",
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/%2e//evil.example",
    "/a/..//evil.example",
    "javascript:alert(1)",
  ])("falls back for %j", (requested) => {
    expect(safeReturnPath(requested, "/dashboard")).toBe("/dashboard");
  });
});
