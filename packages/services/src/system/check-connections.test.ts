import { createTestDatabase } from "@app/db/testing/test-database";
import { beforeEach, expect, it } from "vitest";
import { useTestContext } from "../../test/test-context";
import { checkSystem } from "./check-system";

const ctx = useTestContext();
beforeEach(() => ctx.setNow(new Date()));

it("the doctor names a database that accepts fewer connections than one process may open, as small hosted ones do", async () => {
  const small = await createTestDatabase();
  const name = new URL(small.url).pathname.slice(1);
  const limitTo = (connections: number) =>
    small.db.$executeRawUnsafe(`ALTER DATABASE "${name}" CONNECTION LIMIT ${connections}`);
  const findings = () => checkSystem({ ...ctx, db: small.db, replica: small.db });
  const warning = {
    area: "database",
    status: "warning",
    message: expect.stringMatching(/^The database accepts 10 connections of this service, .+ may open 36/),
  };
  await limitTo(36);
  expect(await findings()).not.toContainEqual({ ...warning, message: expect.stringContaining("connections") });
  await limitTo(10);
  expect(await findings()).toContainEqual(warning);
  await small.drop();
});
