import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { createUser, useTestContext } from "../../test/test-context";

const ctx = useTestContext();
const [OLD, NEW] = ["https://old.example/genmint/", "https://new.example/files/"];

/** The statements of docs/operations.md that move the files to another bucket, as psql would send them. */
function documentedStatements(): string[] {
  const text = readFileSync(path.join(import.meta.dirname, "../../../../docs/operations.md"), "utf8");
  const section = text.split("\n## ").find((part) => part.startsWith("Moving the files")) ?? "";
  return [...section.matchAll(/```sql\n(.+?)```/gs)].map(([, sql = ""]) =>
    sql.replaceAll(":'old'", `'${OLD}'`).replaceAll(":'new'", `'${NEW}'`),
  );
}

it("moves the addresses of works as operations.md says, and erases the files of accounts that were deleted meanwhile", async () => {
  const at = (folder: string) => ({
    resultUrl: `${folder}images/a/1.png`,
    imageUrl: `${folder}uploads/a/2.png`,
    metadata: JSON.stringify({ size: "2K", imageUrl: `${folder}uploads/a/2.png` }),
  });
  const { id: moved } = await createGeneration(ctx, "image", at(OLD));
  const { id: other } = await createGeneration(ctx, "video", at("https://elsewhere.example/"));
  const deleted = await createUser(ctx);
  await ctx.db.user.update({
    where: { id: deleted },
    data: { deletedAt: new Date(), email: `deleted-${randomUUID()}@deleted.invalid` },
  });

  const statements = documentedStatements();
  expect(statements).toHaveLength(2);
  for (const statement of statements) await ctx.db.$executeRawUnsafe(statement);
  expect(await ctx.db.generationHistory.findUnique({ where: { id: moved } })).toMatchObject(at(NEW));
  expect(await ctx.db.generationHistory.findUnique({ where: { id: other } })).toMatchObject(
    at("https://elsewhere.example/"),
  );
  expect(await ctx.db.$queryRaw`SELECT task_identifier, key FROM graphile_worker.jobs`).toEqual([
    { task_identifier: "erase-deleted-account", key: `erase-deleted-account:${deleted}` },
  ]);
});
