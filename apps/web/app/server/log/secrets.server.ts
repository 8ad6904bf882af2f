import type { Env } from "../env/env.server";

const REDACTED = "[redacted]";

/** Shorter values occur in ordinary text. Redacting them would hide nothing and make the log unreadable. */
const SECRET_MIN_CHARS = 8;

/** Credentials and addresses recognised by their form, each with its replacement. Texts may be hostile, so that each search is linear. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  // User and password in a URL.
  [/:\/\/[^\s/?#"\\@]{1,300}@/g, `://${REDACTED}@`],
  [/\b(bearer|basic)\s{1,3}[\w.~+/=-]{6,4000}/gi, `$1 ${REDACTED}`],
  [
    /([?&](?:[\w-]{0,40}(?:token|secret|signature|password|key|code|credential)|email|identifier|state|sig|ban)=)[^&\s"\\#]{1,4000}/gi,
    `$1${REDACTED}`,
  ],
  [/(authjs\.[\w-]{1,40}=)[^;\s"\\]{1,4000}/gi, `$1${REDACTED}`],
  [/(?<![\w.+-])[\w.+-]+@[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}\.[a-z]{2,}/gi, "[mail]"],
];

type ChangeText = (text: string) => string;

/** Creates a function that redacts secrets in a text, also in the forms they have in JSON, URLs and base64. */
export function createSecretRedactor(secrets: readonly string[]): ChangeText {
  const forms = new Set(secrets.filter((secret) => secret.length >= SECRET_MIN_CHARS).flatMap(encodedFormsOf));
  if (forms.size === 0) return (text) => text;
  // A longer secret may begin with a shorter one.
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(escaped).join("|"), "g");
  return (text) => text.replace(pattern, REDACTED);
}

/** Creates a function for finished log lines that also redacts anything that looks like credentials or a mail address. */
export function createLogRedactor(secrets: readonly string[]): ChangeText {
  const redactSecrets = createSecretRedactor(secrets);
  return (line) =>
    PATTERNS.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), redactSecrets(line));
}

function encodedFormsOf(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), ...base64FormsOf(secret)];
}

/** The base64 characters that a text always produces, for each of its three possible positions within a group of three bytes. */
function base64FormsOf(secret: string): string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    // Only characters that consist of the secret's own bits. The first and the last may share bits with its neighbours.
    return bytes.toString("base64").slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}

const SECRET_NAME = /(?:SECRET|SECRET_PREVIOUS|PASSWORD|_KEY|ACCESS_KEY_ID)$/;
const ADDRESS_NAME = /_URL$/;

/** The secrets in the environment, recognised by the names of the variables, and the passwords in its URLs. */
export function configuredSecrets(env: Env): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (typeof value !== "string") return [];
    if (SECRET_NAME.test(name)) return [value];
    return ADDRESS_NAME.test(name) ? passwordsIn(value) : [];
  });
}

/** The password as written in the URL, and decoded. */
function passwordsIn(address: string): string[] {
  const { password } = new URL(address);
  return password === "" ? [] : [password, decoded(password)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
