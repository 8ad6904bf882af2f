import { trace } from "@opentelemetry/api";
import pino, { type DestinationStream, type Logger } from "pino";
import type { Env } from "../env/env.server";
import { configuredSecrets, createLogRedactor } from "./secrets.server";
import { createStandardOutput } from "./standard-output.server";

/**
 * The service's log, as JSON lines. Secrets are kept out in three steps: members are redacted by name, of an error only its message, stack,
 * status and cause are logged, and each finished line is searched for configured secrets and for text that looks like credentials.
 * @param destination default: the standard output
 */
export function createLogger(env: Env, destination?: DestinationStream): Logger {
  const redact = createLogRedactor(configuredSecrets(env));
  const options: pino.LoggerOptions = {
    level: env.LOG_LEVEL,
    ...(env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined ? {} : { mixin: traceOfLine }),
    // Errors are plain objects by then. Pino's own serializer would add all further members of an error.
    serializers: { err: (error: unknown) => error },
    hooks: {
      // Before pino sees the error: for a line without a message it would take the message of the error as it is.
      logMethod(args, method) {
        const [first, ...others] = (args as unknown[]).map((arg) => toLoggable(arg, redact));
        const members = args[0] instanceof Error ? { err: first } : first;
        method.apply(this, [members, ...others] as Parameters<typeof method>);
      },
      streamWrite: redact,
    },
  };
  return pino(options, destination ?? createStandardOutput());
}

/** The trace that a line belongs to. */
function traceOfLine(): object {
  const traceId = trace.getActiveSpan()?.spanContext().traceId;
  return traceId === undefined ? {} : { traceId };
}

const REDACTED = "[redacted]";

/** Names of members that are never logged: credentials, and the recipients and content of mails. */
const SECRET_NAME =
  /cookie|authorization|signature|secret|token|passw|credential|api[-_]?key|access[-_]?key|csrf|^session$|e-?mail|identifier|^(?:to|cc|bcc|from|text|html|body|headers)$/i;

const DEPTH_MAX = 6;
const MEMBERS_MAX = 50;
const TEXT_MAX_CHARS = 4_000;
/** Longer texts are cut to this length before they are searched for secrets. */
const SCANNED_MAX_CHARS = 16_000;

type RedactText = (text: string) => string;

/**
 * Converts a logged value to plain, bounded data. Members with secret names are redacted, and of an instance of a class (a request, a
 * socket, a client with its keys) only the class is named.
 * @param redact applied to a text before it is cut, because the search of the finished line would not find half a secret
 */
function toLoggable(value: unknown, redact: RedactText, depth = 0): unknown {
  if (typeof value === "string") return truncate(value, redact);
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (depth > DEPTH_MAX) return "[too deep]";
  if (value instanceof Error) return errorToLoggable(value, redact, depth);
  if (Array.isArray(value)) return value.slice(0, MEMBERS_MAX).map((item) => toLoggable(item, redact, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `[${value.constructor?.name ?? "object"}]`;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MEMBERS_MAX)
      .map(([name, member]) => [
        name,
        SECRET_NAME.test(name) ? redactMember(member) : toLoggable(member, redact, depth + 1),
      ]),
  );
}

/** Drops all other members of an error: clients attach request headers, response bodies and connections to their errors. */
function errorToLoggable(error: Error, redact: RedactText, depth: number): object {
  const { name, stack, cause } = error;
  const message = messageOf(error);
  const status = "status" in error ? error.status : "statusCode" in error ? error.statusCode : undefined;
  return {
    name,
    message: truncate(message, redact),
    ...(stack === undefined
      ? {}
      : {
          stack: truncate(
            stack.replace(error.message, () => message),
            redact,
          ),
        }),
    ...(typeof status === "number" ? { status } : {}),
    ...(cause === undefined ? {} : { cause: toLoggable(cause, redact, depth + 1) }),
  };
}

/** Prisma quotes an invalid query with all its values. The last line says what is wrong. */
function messageOf({ name, message }: Error): string {
  return name === "PrismaClientValidationError" ? message.slice(message.lastIndexOf("\n") + 1) : message;
}

/** An empty value is shown as it is: it helps to find mistakes and reveals nothing. */
function redactMember(member: unknown): unknown {
  return member === undefined || member === null || member === "" ? member : REDACTED;
}

function truncate(text: string, redact: RedactText): string {
  if (text.length <= TEXT_MAX_CHARS) return text;
  return `${redact(text.slice(0, SCANNED_MAX_CHARS)).slice(0, TEXT_MAX_CHARS)}…`;
}
