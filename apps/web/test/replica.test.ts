import { createTestDatabase, type TestDatabase } from "@app/db/testing/test-database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { query, signedInUser } from "./api-client";
import { useTestApp } from "./app";

const STALE_EMAIL = "only-on-the-replica@example.com";

// A second, nearly empty database shows which requests read from it.
const env: Record<string, string> = {};
let replica: TestDatabase;
beforeAll(async () => {
  replica = await createTestDatabase();
  await replica.db.user.create({ data: { email: STALE_EMAIL } });
  env["DATABASE_READ_URL"] = replica.url;
});
const app = useTestApp({ env });
afterAll(() => replica.drop());

it.each([
  ["users.list", {}],
  ["statistics", undefined],
] as const)("administrators' %s is read from the replica", async (procedure, input) => {
  const admin = await signedInUser(app, { role: "admin" });
  const { status, data } = await query(admin.client, `admin.${procedure}`, input);
  expect(status).toBe(200);
  expect(JSON.stringify(data)).toContain(STALE_EMAIL);
  expect(JSON.stringify(data)).not.toContain(admin.email);
});

it.each(["ledger", "ledgerExport"])("administrators' %s is read from the replica", async (procedure) => {
  const admin = await signedInUser(app, { role: "admin", credits: 5 });
  const { status, data } = await query(admin.client, `admin.${procedure}`, {});
  expect({ status, data }).toEqual({ status: 200, data: { items: [], nextCursor: null } });
});

it("a single user, and the caller's own data, are read from the database itself", async () => {
  const admin = await signedInUser(app, { role: "admin", credits: 7 });
  expect((await query(admin.client, "admin.users.get", { userId: admin.id })).data).toMatchObject({
    user: { credits: 7 },
  });
  expect((await query(admin.client, "me.current")).data).toMatchObject({ credits: 7 });
});
