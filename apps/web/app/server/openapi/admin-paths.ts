import { AdjustCreditsInput, ChangeSubscriptionInput } from "@app/core/admin/admin-input";
import { requiredId } from "@app/core/input/fields";
import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { json, operation } from "./operation";
import { ReadinessBody, Success } from "./responses";

const user = z.object({ userId: requiredId("userId") });

/** What administrators and operators call. */
export const ADMIN_PATHS: ZodOpenApiPathsObject = {
  "/api/admin/users/{userId}/credits": {
    post: operation({
      id: "adjustCredits",
      tag: "admin",
      summary: "Adjust a user's credits",
      caller: { kind: "administrator" },
      path: user,
      body: { schema: AdjustCreditsInput, example: { amount: 100, reason: "compensation" } },
      isIdempotent: true,
      responses: { "200": json("The balance is changed.", Success) },
      errors: [404],
    }),
  },
  "/api/admin/users/{userId}/subscription": {
    post: operation({
      id: "changeSubscription",
      tag: "admin",
      summary: "Change a user's plan",
      caller: { kind: "administrator" },
      path: user,
      body: { schema: ChangeSubscriptionInput, example: { planKey: "pro_yearly", action: "upgrade" } },
      responses: { "200": json("The plan is changed.", Success) },
      errors: [404],
    }),
  },
  "/healthz": {
    get: operation({
      id: "getHealth",
      tag: "operations",
      summary: "Whether the process responds",
      caller: { kind: "anyone" },
      responses: { "200": json("It does.", z.object({ status: z.literal("ok") })) },
    }),
  },
  "/readyz": {
    get: operation({
      id: "getReadiness",
      tag: "operations",
      summary: "Whether the process can serve requests",
      caller: { kind: "anyone" },
      responses: {
        "200": json("It can.", ReadinessBody),
        "503": json(
          "It cannot: the database is unreachable or not migrated, or the process is stopping.",
          ReadinessBody,
        ),
      },
    }),
  },
  "/api/openapi.json": {
    get: operation({
      id: "getOpenApi",
      tag: "operations",
      summary: "This description",
      caller: { kind: "anyone" },
      responses: {
        "200": json("OpenAPI 3.1.", z.looseObject({ openapi: z.string() })),
        "304": { description: "Unchanged since the ETag of the request." },
      },
    }),
  },
};
