import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createTestDatabase } from "@app/db/testing/test-database";
import { expect, onTestFinished, test } from "vitest";
import { findFreePorts } from "../../test/start-service";
import { startDemoStack } from "../demo-stack";

/** The demo with a database of its own, what an earlier start has left in its directory, and a developer's environment. */
async function start(leave: (dataDir: string) => void, environment: Record<string, string>) {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), "genmint-stack-"));
  leave(dataDir);
  const [port, sandboxPort, smtpPort] = await findFreePorts(3);
  const own = { DATABASE_URL: database.url, ...environment };
  const stack = await startDemoStack({ dataDir, port, sandboxPort, smtpPort, environment: own });
  onTestFinished(async () => {
    await stack.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true });
  });
  return stack;
}

test("starts in an environment of other projects, after a start that was killed early", async () => {
  const { env } = await start((dataDir) => writeFileSync(path.join(dataDir, "auth-secret.txt"), ""), {
    HOST: "0.0.0.0",
    AI_API_KEY: "a-key-of-another-project",
  });
  // The administrator's password is public.
  expect(env["HOST"]).toBe("127.0.0.1");
  expect(env["AUTH_SECRET"]).toMatch(/^[0-9a-f]{64}$/);
  const response = await fetch(`${env["AI_BASE_URL"]}/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${env["AI_API_KEY"]}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "sandbox-text", messages: [{ role: "user", content: "Hello" }] }),
  });
  await response.text();
  expect(response.status).toBe(200);
});
