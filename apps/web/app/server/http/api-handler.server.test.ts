import { expect, it } from "vitest";
import { ApiClient } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";

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
  for (const answer of [await new ApiClient(app).get(path), await new ApiClient(app).post(path, {})])
    expect(answer).toMatchObject(NOT_FOUND);
});

it("has no provider whose name is not encoded as it should be", async () => {
  expect(await new ApiClient(app).post("/api/payments/%E0%A4%A/webhook", {})).toMatchObject(NOT_FOUND);
});

it("prefers a whole path to one that takes the rest", async () => {
  expect(await new ApiClient(app).get("/api/auth/sign-up")).toMatchObject({ status: 405 });
  expect(await new ApiClient(app).get("/api/auth/csrf")).toMatchObject({ status: 200 });
});
