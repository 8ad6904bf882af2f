import { describe, expect, it } from "vitest";
import { ApiClient, signedInUser } from "../api-client";
import { useWholeApp } from "../whole-app";

const app = useWholeApp();

describe("a form over its limit of 64 kB", () => {
  it.each(["/sign-up", "/forgot-password", "/reset-password", "/sign-in/code"])("is 413 at %s", async (path) => {
    const response = await new ApiClient(app).postForm(path, { email: "x".repeat(70_000) });
    expect(response.status).toBe(413);
  });
});

describe("a NUL character in an address", () => {
  it.each(["/chat/%00/export.md", "/billing/ledger.csv?apiKey=%00"])(
    "is 400 before a file begins: %s",
    async (path) => {
      const { client } = await signedInUser(app);
      const response = await client.fetch(path);
      expect(response.status).toBe(400);
      expect(await response.text()).not.toContain("date,change");
    },
  );
});
