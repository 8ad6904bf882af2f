import pino, { type DestinationStream, type Logger } from "pino";
import type { Env } from "../env/env.server";
import { configuredSecrets, createLogRedactor } from "./secrets.server";

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

const REDACTED = "[redacted]";

/** Names under which something lies that is no log's business: credentials, and whom a mail goes to and what it says. */
const SECRET_NAME =
  /cookie|authorization|signature|secret|token|passw|credential|api[-_]?key|access[-_]?key|csrf|^session$|e-?mail|identifier|^(?:to|cc|bcc|from|text|html|body|headers)$/i;

const DEPTH_MAX = 6;
const MEMBERS_MAX = 50;
const TEXT_MAX_CHARS = 4_000;
/** Of a longer text no more is looked at. */
const SCANNED_MAX_CHARS = 16_000;

type RedactText = (text: string) => string;

/**
 * Anything that somebody logs, as it may be written: members with a secret's name hidden, errors reduced to what tells what happened,
 * everything bounded. An object of a class (a request, a socket, a client with its keys) is only named.
 * @param scrub what each line will go through; a text that is cut goes through it before, so that no half of a secret is left
 */
function toLoggable(value: unknown, scrub: RedactText, depth = 0): unknown {
  if (typeof value === "string") return truncate(value, scrub);
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (depth > DEPTH_MAX) return "[too deep]";
  if (value instanceof Error) return errorToLoggable(value, scrub, depth);
  if (Array.isArray(value)) return value.slice(0, MEMBERS_MAX).map((item) => toLoggable(item, scrub, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `[${value.constructor?.name ?? "object"}]`;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MEMBERS_MAX)
      .map(([name, member]) => [
        name,
        SECRET_NAME.test(name) ? redactMember(member) : toLoggable(member, scrub, depth + 1),
      ]),
  );
}

/** Clients hang the request's headers, the answer's body and the connection on their errors: none of that is taken along. */
function errorToLoggable(error: Error, scrub: RedactText, depth: number): object {
  const { name, stack, cause } = error;
  const message = messageOf(error);
  const status = "status" in error ? error.status : "statusCode" in error ? error.statusCode : undefined;
  return {
    name,
    message: truncate(message, scrub),
    ...(stack === undefined
      ? {}
      : {
          stack: truncate(
            stack.replace(error.message, () => message),
            scrub,
          ),
        }),
    ...(typeof status === "number" ? { status } : {}),
    ...(cause === undefined ? {} : { cause: toLoggable(cause, scrub, depth + 1) }),
  };
}

/** The database's client quotes a query it does not understand with all its values; what is wrong with it comes last. */
function messageOf({ name, message }: Error): string {
  return name === "PrismaClientValidationError" ? message.slice(message.lastIndexOf("\n") + 1) : message;
}

/** That there is nothing is no secret. */
function redactMember(member: unknown): unknown {
  return member === undefined || member === null || member === "" ? member : REDACTED;
}

function truncate(text: string, scrub: RedactText): string {
  if (text.length <= TEXT_MAX_CHARS) return text;
  return `${scrub(text.slice(0, SCANNED_MAX_CHARS)).slice(0, TEXT_MAX_CHARS)}…`;
}
