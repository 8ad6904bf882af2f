import { startWorker } from "@app/services/worker";
import { expect } from "vitest";
import { TEST_APP_URL, type TestApp } from "./app";
import { waitUntil } from "./wait-until";

export const SIGN_IN_SUBJECT = "Sign in to Genmint";
export const VERIFICATION_SUBJECT = "Confirm your email for Genmint";
export const RESET_SUBJECT = "Choose a new Genmint password";

/** The worker that sends mails. Past a connection pooler, as in production: it waits for notifications, which need a session. */
export const startTestWorker = ({ deps: { service, env } }: TestApp) =>
  startWorker(service, env.DATABASE_DIRECT_URL ?? env.DATABASE_URL);

/** The mails to an address, oldest first. */
export function mailsTo({ sandbox }: TestApp, email: string, subject?: string) {
  const mails = sandbox.mailbox.list().filter((mail) => mail.to.includes(email));
  return mails.filter((mail) => subject === undefined || mail.subject === subject);
}

/** The path of the link in the newest mail of a kind to an address, once a worker has sent one. */
export async function mailedLink(app: TestApp, email: string, subject: string): Promise<string> {
  await waitUntil(`a mail "${subject}"`, async () => mailsTo(app, email, subject).length > 0);
  const mail = mailsTo(app, email, subject).at(-1);
  const [link = ""] = /https?:\/\/\S+/.exec(mail?.text ?? "") ?? [];
  expect(mail?.html).toContain(link.replaceAll("&", "&amp;"));
  expect(new URL(link).origin).toBe(TEST_APP_URL);
  return link.slice(TEST_APP_URL.length);
}

/** Waits until workers have done every job that can run. */
export const waitUntilJobsAreDone = ({ db }: TestApp) =>
  waitUntil("every job is done", async () => {
    const jobs = await db.$queryRaw<object[]>`SELECT id FROM graphile_worker.jobs WHERE last_error IS NULL`;
    return jobs.length === 0;
  });
