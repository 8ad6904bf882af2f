import { describe, expect, it } from "vitest";
import { ApiClient } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { countRows } from "../../../test/billing-state";
import { itRefusesOtherMethods } from "../../../test/refusal-contract";

const app = useTestApp();
const PATH = "/api/payments/provider/redirect-placeholder";

describe("200", () => {
  it.each([`${PATH}?success=1`, PATH, "/api/payments/creem/redirect-placeholder?success=1"])(
    "%s is a page that says no payment was taken, and leads to billing",
    async (path) => {
      const before = await countRows(app);
      const response = await new ApiClient(app).fetch(path);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      const page = await response.text();
      expect(page).toContain("No payment was taken");
      expect(page).toContain('<a href="/billing">');
      expect(await countRows(app)).toEqual(before);
    },
  );
});

describe("404", () => {
  it("knows no other provider", async () => {
    const response = await new ApiClient(app).get("/api/payments/stripe/redirect-placeholder?success=1");
    expect(response).toMatchObject({ status: 404, body: { error: "Not found" } });
  });
});

describe("405", () => itRefusesOtherMethods(app, PATH, "GET"));
