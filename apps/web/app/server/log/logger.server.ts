import pino, { type DestinationStream, type Logger } from "pino";
import type { Env } from "../env.server";
import { configuredSecrets } from "./configured-secrets.server";
import { createLogRedactor } from "./scrub-text.server";
import { toLoggable } from "./to-loggable.server";

/**
 * The service's log, as JSON lines. Three nets against secrets: members are hidden by their names, errors lose all but their words, and
 * each finished line is searched for the configured secrets and for what looks like one.
 * @param destination where lines go; the standard output when absent
 */
export function createLogger(env: Env, destination?: DestinationStream): Logger {
  const scrub = createLogRedactor(configuredSecrets(env));
  const options: pino.LoggerOptions = {
    level: env.LOG_LEVEL,
    // What is logged is plain by then; pino's own would take an error's further members along.
    serializers: { err: (error: unknown) => error },
    hooks: {
      // Before pino sees it: a line without words of its own would get those of its error.
      logMethod(args, method) {
        const [first, ...others] = (args as unknown[]).map((arg) => toLoggable(arg, scrub));
        const members = args[0] instanceof Error ? { err: first } : first;
        method.apply(this, [members, ...others] as Parameters<typeof method>);
      },
      streamWrite: scrub,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
