import { describe, expect, it } from "vitest";
import { ApiClient, signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";

const PATH = "/api/payments/provider/checkout";
const REQUEST = { key: "pro_yearly", successUrl: "https://a.example/ok", cancelUrl: "https://a.example/no" };

describe("200: with PROVIDER_SIMULATE", () => {
  const app = useTestApp({ env: { PROVIDER_SIMULATE: "true" } });

  it("leads to the placeholder and calls nobody", async () => {
    const { client } = await signedInUser(app);
    const response = await client.post(PATH, REQUEST);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ url: "/api/payments/provider/redirect-placeholder?success=1" });
    expect(app.sandbox.requests).toEqual([]);
    expect(await client.get(response.body.url)).toMatchObject({ status: 200 });
  });

  it("refuses what it refuses otherwise", async () => {
    const { client } = await signedInUser(app);
    expect(await client.post(PATH, { ...REQUEST, key: "__proto__" })).toMatchObject({ status: 400 });
    expect(await client.post(PATH, { ...REQUEST, successUrl: "/ok" })).toMatchObject({ status: 400 });
    expect(await new ApiClient(app).post(PATH, REQUEST)).toMatchObject({ status: 401 });
  });
});

describe("200: with product ids and a provider of its own name", () => {
  const app = useTestApp({
    env: {
      PROVIDER_NAME: "acme",
      PROVIDER_PRODUCT_PRO_YEARLY: "pack_200",
      PROVIDER_API_BASE: "https://payment.sandbox.test/",
    },
  });

  it("asks for the configured product, and keeps the key in the metadata", async () => {
    const { client } = await signedInUser(app);
    expect(await client.post("/api/payments/acme/checkout", REQUEST)).toMatchObject({ status: 200 });
    expect(await client.post("/api/payments/creem/checkout", REQUEST)).toMatchObject({ status: 404 });
    const [request] = app.sandbox.requests;
    expect(request?.path).toBe("/v1/checkouts");
    expect(JSON.parse(request?.body ?? "")).toMatchObject({ product_id: "pack_200", metadata: { key: "pro_yearly" } });
  });
});

describe("400: with CHECKOUT_RETURN_ORIGINS", () => {
  const app = useTestApp({ env: { CHECKOUT_RETURN_ORIGINS: "https://a.example, http://localhost:5173/" } });

  it("refuses to return to any other origin", async () => {
    const { client } = await signedInUser(app);
    for (const successUrl of [REQUEST.successUrl, "http://localhost:5173/ok", "HTTPS://A.example:443/ok"])
      expect(await client.post(PATH, { ...REQUEST, successUrl })).toMatchObject({ status: 200 });
    const asked = app.sandbox.requests.length;
    for (const field of ["successUrl", "cancelUrl"]) {
      for (const url of [
        "https://b.example",
        "https://a.example.b.example",
        "http://a.example",
        "https://a.example@b.example",
      ])
        expect(await client.post(PATH, { ...REQUEST, [field]: url })).toMatchObject({
          status: 400,
          body: { error: `${field} must lead to an allowed origin` },
        });
    }
    expect(app.sandbox.requests).toHaveLength(asked);
  });
});

describe("503: with no provider configured", () => {
  const app = useTestApp({ env: { PROVIDER_API_BASE: undefined, PROVIDER_API_KEY: undefined } });

  it("says so, and calls nobody", async () => {
    const { client } = await signedInUser(app);
    expect(await client.post(PATH, REQUEST)).toMatchObject({
      status: 503,
      body: { error: "Payments are not configured" },
    });
    expect(app.sandbox.requests).toEqual([]);
  });
});
