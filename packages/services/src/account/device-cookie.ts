import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { EMAIL_MAX_CHARACTERS } from "@app/core/account/credentials";
import { textProblem } from "@app/core/input/fields";
import type { ServiceContext } from "../context";

/** How long a browser is known after its last sign-in. */
export const DEVICE_COOKIE_MAX_AGE_SECONDS = 180 * 24 * 60 * 60;
/** People share browsers; the newest accounts are kept. */
const ACCOUNTS_MAX = 3;
const BROWSER_ID_BYTES = 16;
const KEY_BYTES = 32;

const ENTRY_SEPARATOR = "~";
/** A digest of the account's id, the browser's id, the time it ends at in seconds, the signature. */
const ENTRY = /^([\w-]{43})\.([\w-]{22})\.(\d{10})\.([\w-]{43})$/;

interface Account {
  id: string;
  passwordHash: string | null;
}

/**
 * What a browser keeps once somebody has signed in with it. It lets nobody in: it gives the browser an allowance of its own for trying
 * passwords and asking for mails, so that a stranger cannot lock the owner out. Nobody can make one without the service's secret; it is
 * of use for the account it names only, and ends when that account's password changes.
 * @param before what the browser kept until now: its other accounts stay known
 */
export async function issueDeviceCookie(
  ctx: ServiceContext,
  userId: string,
  before: string | null,
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
  const entry = `${content}.${sign(ctx, content, account)}`;
  const others = entriesOf(before).filter((other) => !other.startsWith(digestOf(userId)));
  return { value: [entry, ...others].slice(0, ACCOUNTS_MAX).join(ENTRY_SEPARATOR), expires };
}

/** The id of a browser that has signed in to the account of this address before; null for any other. */
export async function findDeviceId(ctx: ServiceContext, email: string, kept: string | null): Promise<string | null> {
  const entries = entriesOf(kept);
  if (entries.length === 0 || textProblem("email", email, EMAIL_MAX_CHARACTERS) !== undefined) return null;
  const account = await ctx.db.user.findUnique({ where: { email }, select: { id: true, passwordHash: true } });
  if (!account) return null;
  for (const entry of entries) {
    const [, accountDigest, browserId = "", expires = "", signature = ""] = ENTRY.exec(entry) ?? [];
    if (accountDigest !== digestOf(account.id) || Number(expires) * 1000 <= ctx.now().getTime()) continue;
    const expected = sign(ctx, `${accountDigest}.${browserId}.${expires}`, account);
    if (timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return browserId;
  }
  return null;
}

function entriesOf(kept: string | null): string[] {
  const entries = (kept ?? "").split(ENTRY_SEPARATOR, ACCOUNTS_MAX);
  return entries.filter((entry) => ENTRY.test(entry));
}

const digestOf = (userId: string) => createHash("sha256").update(userId).digest("base64url");

/** The password's hash is signed with it: after a change of the password no earlier signature fits. */
function sign({ config }: ServiceContext, content: string, { id, passwordHash }: Account): string {
  const key = Buffer.from(hkdfSync("sha256", config.authSecret, "", "genmint known browser", KEY_BYTES));
  return createHmac("sha256", key)
    .update(JSON.stringify([content, id, passwordHash]))
    .digest("base64url");
}
