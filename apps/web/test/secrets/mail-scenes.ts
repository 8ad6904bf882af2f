import { startWorker } from "@app/services/jobs/start-worker";
import { mutate } from "../call-procedure";
import { TEST_APP_URL, type TestApp } from "../start-test-app";
import { waitUntil } from "../until";
import { USER_EMAIL, USER_PASSWORD } from "./canaries";
import { RecordingClient } from "./recording-client";
import { askForMagicLink } from "./scenes";
import { type EchoingMailServer, readMail } from "./talkative-mail-server";

/**
 * Links are refused by the mail server first, then taken, then used rightly and wrongly.
 * @returns their tokens, by name
 */
export async function runMailScenario(
  app: TestApp,
  mailServer: EchoingMailServer,
  answers: string[],
): Promise<Map<string, string>> {
  const { db, deps } = app;
  const client = new RecordingClient(app, answers);
  await askForMagicLink(client);
  await mutate(client, "password.requestReset", { email: USER_EMAIL });
  const worker = await startWorker(deps.service, deps.env.DATABASE_URL);
  const failed = () => db.$queryRaw<object[]>`SELECT 1 FROM graphile_worker.jobs WHERE last_error IS NOT NULL`;
  await waitUntil("a mail is refused", async () => (await failed()).length > 0);
  mailServer.isRefusing = false;
  await askForMagicLink(client);
  await db.$executeRaw`
    SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) FROM graphile_worker.jobs WHERE run_at > now()`;
  await waitUntil("the mails are there", async () => linkTokens(mailServer).size === LINKS.length);
  await worker.stop();
  const tokens = linkTokens(mailServer);
  const reset = tokens.get(RESET) ?? "";
  const link = /https?:\/\/\S+callback\/email\S+/.exec(readMail(mailServer.mails.join("\n")))?.[0] ?? "";
  await client.get(link.slice(TEST_APP_URL.length).replace("email=", "email=x"));
  await mutate(client, "password.reset", { token: reset, password: "short" });
  await mutate(client, "password.reset", { token: `${reset}x`, password: USER_PASSWORD });
  const verification = tokens.get(VERIFICATION) ?? "";
  await mutate(client, "account.verifyEmail", { token: `${verification}x` });
  for (let use = 0; use < 2; use += 1) {
    await client.get(link.slice(TEST_APP_URL.length));
    await mutate(client, "password.reset", { token: reset, password: USER_PASSWORD });
    await mutate(client, "account.verifyEmail", { token: verification });
  }
  return tokens;
}

const RESET = "the token of a reset link";
const VERIFICATION = "the token of a verification link";
const LINKS = [
  ["the token of a magic link", /callback\/email\?\S*?token=([\w-]+)/],
  [RESET, /reset-password\?token=([\w-]+)/],
  [VERIFICATION, /verify-email\?token=([\w-]+)/],
] as const;

function linkTokens({ mails }: EchoingMailServer): Map<string, string> {
  const texts = mails.map(readMail).join("\n");
  const found = LINKS.map(([name, link]) => [name, link.exec(texts)?.[1]] as const);
  return new Map(found.flatMap(([name, token]) => (token === undefined ? [] : [[name, token] as const])));
}
