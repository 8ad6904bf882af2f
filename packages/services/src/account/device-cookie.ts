import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { EMAIL_MAX_CHARACTERS } from "@app/core/account/credentials";
import { textProblem } from "@app/core/input/fields";
import type { ServiceContext } from "../context";

/** How long a browser is recognised after its last sign-in. */
export const DEVICE_COOKIE_MAX_AGE_SECONDS = 180 * 24 * 60 * 60;
/** A browser may be shared. The newest accounts are kept. */
const ACCOUNTS_MAX = 3;
const BROWSER_ID_BYTES = 16;
const KEY_BYTES = 32;

const ENTRY_SEPARATOR = "~";
/** Hash of the account's id, id of the browser, expiry in Unix seconds, signature. */
const ENTRY = /^([\w-]{43})\.([\w-]{22})\.(\d{10})\.([\w-]{43})$/;

interface Account {
  id: string;
  passwordHash: string | null;
}

/**
 * Issues the device cookie of a browser after a sign-in. The cookie does not sign in. It gives the browser rate limits of its own for
 * passwords and mails, so that a stranger cannot lock the owner out. It is signed with the service's secret, is valid for one account only,
 * and becomes invalid when the account's password changes.
 * @param current the browser's device cookie until now, whose other accounts are kept
 */
export async function issueDeviceCookie(
  ctx: ServiceContext,
  userId: string,
  current: string | null,
): Promise<{ value: string; expires: Date }> {
  const account = await ctx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { id: true, passwordHash: true },
  });
  const expires = new Date(ctx.now().getTime() + DEVICE_COOKIE_MAX_AGE_SECONDS * 1000);
  const content = [
    digestOf(userId),
    randomBytes(BROWSER_ID_BYTES).toString("base64url"),
    Math.floor(expires.getTime() / 1000),
  ].join(".");
  const entry = `${content}.${sign(ctx.config.authSecrets[0], content, account)}`;
  const others = entriesOf(current).filter((other) => !other.startsWith(digestOf(userId)));
  return { value: [entry, ...others].slice(0, ACCOUNTS_MAX).join(ENTRY_SEPARATOR), expires };
}

/** The id of a browser that has signed in to the account of this e-mail address before; null for any other browser. */
export async function findDeviceId(ctx: ServiceContext, email: string, cookie: string | null): Promise<string | null> {
  const entries = entriesOf(cookie);
  if (entries.length === 0 || textProblem("email", email, EMAIL_MAX_CHARACTERS) !== undefined) return null;
  const account = await ctx.db.user.findUnique({ where: { email }, select: { id: true, passwordHash: true } });
  if (!account) return null;
  for (const entry of entries) {
    const [, accountDigest, browserId = "", expires = "", signature = ""] = ENTRY.exec(entry) ?? [];
    if (accountDigest !== digestOf(account.id) || Number(expires) * 1000 <= ctx.now().getTime()) continue;
    const content = `${accountDigest}.${browserId}.${expires}`;
    const sent = Buffer.from(signature);
    const isGenuine = ctx.config.authSecrets.some((secret) =>
      timingSafeEqual(sent, Buffer.from(sign(secret, content, account))),
    );
    if (isGenuine) return browserId;
  }
  return null;
}

function entriesOf(cookie: string | null): string[] {
  const entries = (cookie ?? "").split(ENTRY_SEPARATOR, ACCOUNTS_MAX);
  return entries.filter((entry) => ENTRY.test(entry));
}

const digestOf = (userId: string) => createHash("sha256").update(userId).digest("base64url");

/** The signature includes the password's hash, so that a new password invalidates it. The HKDF label must stay: another one invalidates all cookies. */
function sign(authSecret: string, content: string, { id, passwordHash }: Account): string {
  const key = Buffer.from(hkdfSync("sha256", authSecret, "", "genmint known browser", KEY_BYTES));
  return createHmac("sha256", key)
    .update(JSON.stringify([content, id, passwordHash]))
    .digest("base64url");
}
