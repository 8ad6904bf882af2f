import { verify } from "@node-rs/argon2";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/test-database";
import { DEMO_ACCOUNTS } from "./demo-accounts";
import { seedDatabase } from "./initial-accounts";

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

test("each demo account can sign in and has its role", async () => {
  await seedDatabase(database.db);
  for (const { email, password, role } of DEMO_ACCOUNTS) {
    const user = await database.db.user.findUniqueOrThrow({ where: { email } });
    expect(user.role).toBe(role);
    expect(await verify(user.passwordHash ?? "", password)).toBe(true);
  }
});

test("every balance has its ledger entry", async () => {
  await seedDatabase(database.db);
  const users = await database.db.user.findMany({ include: { ledger: true } });
  expect(users).toHaveLength(DEMO_ACCOUNTS.length);
  for (const { credits, ledger } of users) {
    const entries = ledger.map(({ delta, balanceAfter }) => ({ delta, balanceAfter }));
    expect(entries).toEqual(credits === 0 ? [] : [{ delta: credits, balanceAfter: credits }]);
  }
});

test("seeding again, even twice at once, changes nothing", async () => {
  await seedDatabase(database.db);
  const before = await database.db.user.findMany({ include: { ledger: true }, orderBy: { id: "asc" } });
  await Promise.all([seedDatabase(database.db), seedDatabase(database.db)]);
  expect(await database.db.user.findMany({ include: { ledger: true }, orderBy: { id: "asc" } })).toEqual(before);
});
