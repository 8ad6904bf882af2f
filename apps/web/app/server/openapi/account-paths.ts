import { SignUpInput } from "@app/core/account/account-input";
import { CreateApiKeyInput } from "@app/core/api-keys/api-key";
import { requiredId } from "@app/core/input/fields";
import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { json, operation } from "./operation";
import { ApiKeyBody, CreatedApiKeyBody, MeBody, Success } from "./responses";

/** The account and its API keys. */
export const ACCOUNT_PATHS: ZodOpenApiPathsObject = {
  "/api/me": {
    get: operation({
      id: "getMe",
      tag: "account",
      summary: "Who am I, and how many credits are left",
      caller: { kind: "session or key", scope: "read" },
      responses: { "200": json("The account.", MeBody) },
    }),
  },
  "/api/keys": {
    get: operation({
      id: "listApiKeys",
      tag: "account",
      summary: "List API keys",
      description: "Without the keys themselves, and without revoked ones.",
      caller: { kind: "session" },
      responses: { "200": json("The caller's keys.", z.object({ keys: z.array(ApiKeyBody) })) },
    }),
    post: operation({
      id: "createApiKey",
      tag: "account",
      summary: "Create an API key",
      caller: { kind: "session" },
      body: {
        schema: CreateApiKeyInput,
        example: { name: "Nightly job", scopes: ["image", "read"], creditLimit: 500 },
      },
      isIdempotent: false,
      responses: { "201": json("The key, which is shown this once.", CreatedApiKeyBody) },
      errors: [409],
    }),
  },
  "/api/keys/{keyId}": {
    delete: operation({
      id: "revokeApiKey",
      tag: "account",
      summary: "Revoke an API key",
      description: "It is refused from the next request on.",
      caller: { kind: "session" },
      path: z.object({ keyId: requiredId("keyId") }),
      responses: { "200": json("It is revoked.", Success) },
      errors: [404],
    }),
  },
  "/api/auth/sign-up": {
    post: operation({
      id: "signUp",
      tag: "account",
      summary: "Create an account",
      description: "Signs nobody in: that is done by Auth.js at /api/auth/*.",
      caller: { kind: "anyone" },
      body: {
        schema: SignUpInput,
        example: { name: "Pat Person", email: "pat@example.com", password: "correct horse battery" },
      },
      responses: { "201": json("The account.", z.object({ id: z.string(), email: z.string() })) },
      // 403: sent by a page of another site.
      errors: [403, 409],
    }),
  },
  "/api/auth/{path}": {
    get: authJs("getAuth"),
    post: authJs("postAuth"),
  },
};

function authJs(id: string) {
  return operation({
    id,
    tag: "account",
    summary: "Sign in and out (Auth.js)",
    description:
      "Auth.js's own paths: csrf, session, providers, signin, callback, signout, with its forms, redirects and cookies.",
    caller: { kind: "anyone" },
    path: z.object({ path: z.string() }),
    responses: {
      "200": { description: "Auth.js's response: JSON or a page." },
      "302": { description: "A redirect, with the session's cookie once signed in." },
    },
    errors: [403, 404, 413, 429],
  });
}
