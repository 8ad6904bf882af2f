import { closeDb, createDb } from "@app/db/client/db";
import { dropDatabase, urlOfDatabase, withConnection } from "@app/db/client/manage-databases";
import { expect, inject, it } from "vitest";
import { useTestContext } from "../../test/test-context";
import { checkSystem } from "./check-system";

const ctx = useTestContext();

it("the doctor names a database that refuses payments and responses with a euro sign or a Chinese character", async () => {
  const { url: serverUrl } = inject("testServer");
  const name = `genmint_test_latin1_${process.pid}`;
  await withConnection(serverUrl, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C' LOCALE_PROVIDER libc`),
  );
  const db = createDb(urlOfDatabase(serverUrl, name));
  await expect(db.$queryRaw`SELECT ${"小 €"} AS text`).rejects.toThrow("has no equivalent in encoding");
  const findings = await checkSystem({ ...ctx, db, replica: db });
  await closeDb(db);
  await dropDatabase(serverUrl, name);
  expect(findings).toContainEqual({
    area: "database",
    status: "error",
    message: expect.stringMatching(/^The database has the encoding LATIN1, .+ ENCODING 'UTF8'/),
  });
});
