import type { Logger } from "pino";
import type { Mailer } from "./mailer";

/**
 * Where no mail server is configured: says in the log that there would have been a mail; its text only at `debug`, for
 * it may hold a sign-in link.
 */
export function createLogMailer(log: Pick<Logger, "info" | "debug">): Mailer {
  return {
    async send({ to, subject, text }) {
      log.info({ to, subject }, "Mail not sent: no mail server is configured");
      log.debug({ to, text }, "Text of the mail that was not sent");
    },
  };
}
