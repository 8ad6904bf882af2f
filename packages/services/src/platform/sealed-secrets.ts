import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Secrets, ServiceContext } from "../context";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** What the service encrypts. Each purpose has a key of its own, derived from the service's secret. */
export type SealPurpose = "second factor" | "webhook";

function keyOf(authSecret: string, purpose: SealPurpose): Buffer {
  return Buffer.from(hkdfSync("sha256", authSecret, "", `genmint ${purpose}`, KEY_BYTES));
}

/** The row that a secret belongs to. It is authenticated: the text cannot be moved to another row. */
export interface SealedFor {
  purpose: SealPurpose;
  rowId: string;
}

/** Encrypts a user's secret for the database, with the current secret of the service. */
export function sealSecret([current]: Secrets, { purpose, rowId }: SealedFor, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(current, purpose), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(rowId));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

export interface OpenedSecret {
  secret: string;
  /** Whether it was encrypted with the current secret of the service. Otherwise the caller encrypts it again. */
  isCurrent: boolean;
}

/**
 * Decrypts a user's secret with the secret of the service that it was encrypted with. The cipher is authenticated, so that no other one fits.
 * @throws when the text was encrypted for another row or purpose, or with none of these secrets, or has been changed
 */
export function openSecret(authSecrets: Secrets, owner: SealedFor, sealed: string): OpenedSecret {
  let failure: unknown;
  for (const [index, authSecret] of authSecrets.entries()) {
    try {
      return { secret: decrypt(authSecret, owner, sealed), isCurrent: index === 0 };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function decrypt(authSecret: string, { purpose, rowId }: SealedFor, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(CIPHER, keyOf(authSecret, purpose), iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(rowId));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  return text.toString("utf8");
}

/** One kind of stored secrets. */
export interface SealedRows {
  /** The rows after this id, in the order of their ids. */
  read(after: string, take: number): Promise<{ rowId: string; sealed: string }[]>;
  ownerOf(rowId: string): SealedFor;
  /** Replaces the text unless it has changed meanwhile. @returns whether it did */
  replace(rowId: string, before: string, sealed: string): Promise<boolean>;
}

export interface Reencryption {
  total: number;
  reencrypted: number;
  /** Ids of rows whose secret was encrypted with none of the service's secrets. */
  unreadable: string[];
}

const BATCH_SIZE = 500;

/**
 * Encrypts every secret with the current secret of the service that is encrypted with an older one. Afterwards the older one is needed
 * only while another process, which does not know the current one yet, still encrypts.
 */
export async function reencryptRows(
  ctx: ServiceContext,
  rows: SealedRows,
  { batchSize = BATCH_SIZE } = {},
): Promise<Reencryption> {
  const result: Reencryption = { total: 0, reencrypted: 0, unreadable: [] };
  let after = "";
  for (;;) {
    const batch = await rows.read(after, batchSize);
    for (const row of batch) {
      const outcome = await reencrypt(ctx, rows, row);
      if (outcome === "reencrypted") result.reencrypted += 1;
      if (outcome === "unreadable") result.unreadable.push(row.rowId);
    }
    result.total += batch.length;
    const last = batch.at(-1);
    if (last === undefined || batch.length < batchSize) return result;
    after = last.rowId;
  }
}

async function reencrypt(
  { config: { authSecrets }, log }: ServiceContext,
  rows: SealedRows,
  { rowId, sealed }: { rowId: string; sealed: string },
): Promise<"current" | "reencrypted" | "unreadable"> {
  const owner = rows.ownerOf(rowId);
  let opened: OpenedSecret;
  try {
    opened = openSecret(authSecrets, owner, sealed);
  } catch (error) {
    log.warn({ err: error, ...owner }, "a stored secret cannot be decrypted");
    return "unreadable";
  }
  if (opened.isCurrent) return "current";
  // A row that has changed meanwhile was encrypted by a request, with the current secret.
  const isReplaced = await rows.replace(rowId, sealed, sealSecret(authSecrets, owner, opened.secret));
  return isReplaced ? "reencrypted" : "current";
}
