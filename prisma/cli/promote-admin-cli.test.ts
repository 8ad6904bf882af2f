import { spawnSync } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isLongRun } from "../testing/long-run";
import { createTestDatabase, type TestDatabase } from "../testing/test-database";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.user.createMany({
    data: [
      { id: "grace", email: "grace@example.test" },
      { id: "other", email: "other@example.test" },
    ],
  });
});
afterAll(() => database.drop());

function promote(email: string | undefined, databaseUrl = database.url) {
  const { ADMIN_EMAIL: _inherited, ...env } = process.env;
  const command = ["--import", "tsx", path.join(import.meta.dirname, "promote-admin-cli.ts")];
  return spawnSync(process.execPath, command, {
    cwd: import.meta.dirname,
    encoding: "utf8",
    env: { ...env, DATABASE_URL: databaseUrl, ...(email === undefined ? {} : { ADMIN_EMAIL: email }) },
  });
}

const rolesById = async () => {
  const users = await database.db.user.findMany({ select: { id: true, role: true } });
  return Object.fromEntries(users.map(({ id, role }) => [id, role]));
};

test("promotes only the user with this address, compared case-insensitively", async () => {
  expect(promote("Grace@Example.TEST")).toMatchObject({ status: 0, stderr: "" });
  expect(await rolesById()).toEqual({ grace: "admin", other: "user" });
});

test.runIf(isLongRun)("an administrator can be promoted again; the audit log has the change once", async () => {
  expect(promote("grace@example.test").status).toBe(0);
  expect(promote("grace@example.test").status).toBe(0);
  const entry = { actorId: "service", action: "user.role", targetId: "grace" };
  const detail = JSON.stringify({ role: "admin", command: "admin:promote" });
  expect(await database.db.auditLog.findMany()).toMatchObject([{ ...entry, detail }]);
});

test.runIf(isLongRun)("warns about an address that is not verified", async () => {
  await database.db.user.update({ where: { id: "other" }, data: { emailVerified: true } });
  expect(promote("grace@example.test").stdout).toContain("The address is not verified");
  expect(promote("other@example.test").stdout).toBe("other@example.test is an administrator now.\n");
});

test("exits with 1 if there is no such user", async () => {
  const { status, stderr } = promote("nobody@example.test");
  expect(status).toBe(1);
  expect(stderr).toContain("There is no user with the e-mail address nobody@example.test");
});

test.runIf(isLongRun)("exits with 1 if ADMIN_EMAIL is unset or empty", () => {
  for (const email of [undefined, ""]) {
    expect(promote(email)).toMatchObject({ status: 1, stderr: expect.stringContaining("ADMIN_EMAIL is not set") });
  }
});

test.runIf(isLongRun)("exits with 1 if DATABASE_URL is not a URL", () => {
  const { status, stderr } = promote("grace@example.test", "localhost");
  expect(status).toBe(1);
  expect(stderr).toContain("DATABASE_URL is not an address");
});

test.runIf(isLongRun)("goes to no PostgreSQL when DATABASE_URL is the address of another kind of database", () => {
  for (const url of ["file:./dev.db", database.url.replace("postgresql:", "mysql:")]) {
    const refusal = expect.stringContaining("DATABASE_URL is not an address of PostgreSQL");
    expect(promote("grace@example.test", url)).toMatchObject({ status: 1, stderr: refusal });
  }
});
