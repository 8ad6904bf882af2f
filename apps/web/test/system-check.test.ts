import { DEMO_PRODUCT_IDS } from "@app/sandbox/payments/demo-products";
import { expect, it } from "vitest";
import { callProcedure, query, signedInUser } from "./api-client";
import { useTestApp } from "./app";

const app = useTestApp({ mail: true, env: DEMO_PRODUCT_IDS });

it("every part of the sandbox passes an administrator's system check", async () => {
  const admin = await signedInUser(app, { role: "admin" });
  const { status, data } = await callProcedure(admin.client, "mutation", "admin.system.check", undefined);
  expect(status).toBe(200);
  const results = data as { area: string; status: string; message: string }[];
  // The tests' own database is fast instead of durable, and no worker has run.
  expect(results.filter((result) => result.status !== "ok").map(({ area }) => area)).toEqual([
    "database",
    "jobs",
    "instalments",
  ]);
  expect(results.find(({ area }) => area === "payments")?.message).toBe("creem: 5 products, prices agree");
  expect(results.find(({ area }) => area === "video")?.message).toBe("The backend has the configured model");
});

it("the cron's last run is part of the status", async () => {
  const admin = await signedInUser(app, { role: "admin" });
  const authorization = `Bearer ${app.deps.env.CRON_SECRET}`;
  await admin.client.get("/api/cron/subscription-grants", { authorization });
  expect((await query(admin.client, "admin.system.status")).data).toMatchObject({ lastGrantRunAt: expect.any(Date) });
});
