import { afterEach, expect, it, vi } from "vitest";
import { runCommand, withDb } from "./command-line";

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

it("says in one line that the database cannot be reached", async () => {
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await runCommand(() =>
    withDb(
      "postgresql://user:password@127.0.0.1:1/name",
      async (db) => `${await db.user.findUnique({ where: { id: "a" } })}`,
    ),
  );
  expect(written.mock.calls).toEqual([["Can't reach database server at 127.0.0.1:1\n"]]);
  expect(process.exitCode).toBe(1);
});
