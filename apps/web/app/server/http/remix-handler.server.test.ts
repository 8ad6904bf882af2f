import { expect, it } from "vitest";
import { ApiClient } from "../../../test/api-client";
import { useTestApp } from "../../../test/start-test-app";

const app = useTestApp();

it.each(["routes/api.$", "routes/no-such", "%00", ""])("has no parameter _data, such as %j", async (route) => {
  for (const path of ["/api/no-such", "/api/video/status", "/api/auth/csrf"]) {
    const answer = await new ApiClient(app).get(`${path}?_data=${route}`);
    expect(answer).toMatchObject({ status: 400, body: { error: "_data is not a parameter" } });
  }
});

it.each([
  "/%5C",
  "/%5c%5celsewhere.example",
  "/pricing%5C",
  "/api/a/%0D%0Ab",
  "/api/%0a",
  "/api/auth/csrf/%E2%80%A8",
  "/api/%e2%80%a9",
])("says in JSON that there is no %s", async (path) => {
  expect(await new ApiClient(app).get(path)).toMatchObject({ status: 404, body: { error: "Not found" } });
});
