import type { Env } from "../env/env.server";

const REDACTED = "[redacted]";

/** Shorter values are words that texts are full of; replacing them would hide nothing and spoil everything. */
const SECRET_MIN_CHARS = 8;

/** What gives itself away by its form, with what takes its place. Texts come from strangers: each search is linear. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  // The user and password of an address.
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

/** Makes a function that takes secrets out of a text, also where they are written as JSON, in an address or as base64. */
export function createSecretRedactor(secrets: readonly string[]): ChangeText {
  const forms = new Set(secrets.filter((secret) => secret.length >= SECRET_MIN_CHARS).flatMap(encodedFormsOf));
  if (forms.size === 0) return (text) => text;
  // A longer one may begin with a shorter one.
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  const known = new RegExp(longestFirst.map(escaped).join("|"), "g");
  return (text) => text.replace(known, REDACTED);
}

/** Makes a function for finished log lines, which also takes out whatever looks like credentials or a mail address. */
export function createLogRedactor(secrets: readonly string[]): ChangeText {
  const hideSecrets = createSecretRedactor(secrets);
  return (line) =>
    PATTERNS.reduce((scrubbed, [pattern, replacement]) => scrubbed.replace(pattern, replacement), hideSecrets(line));
}

function encodedFormsOf(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), ...base64FormsOf(secret)];
}

/** What base64 always makes of a text, for each place where it may begin within a group of three bytes. */
function base64FormsOf(secret: string): string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    // Only whole characters of the secret's own bits: the first and the last may be shared with its neighbours.
    return bytes.toString("base64").slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}

const SECRET_NAME = /(?:SECRET|PASSWORD|_KEY|ACCESS_KEY_ID)$/;
const ADDRESS_NAME = /_URL$/;

/** Every secret the environment holds, by the names of its variables; of addresses their passwords. */
export function configuredSecrets(env: Env): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (typeof value !== "string") return [];
    if (SECRET_NAME.test(name)) return [value];
    return ADDRESS_NAME.test(name) ? passwordsIn(value) : [];
  });
}

/** As it is written in the address, and as it is meant. */
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
