import { type Db, Prisma } from "@app/db/client/db";

/** Secrets of the configuration that occur in no other text. */
export const CANARIES = {
  AUTH_SECRET: "canary-auth-secret-7Q2w",
  AUTH_SECRET_PREVIOUS: "canary-auth-previous-3Mz8",
  AUTH_GITHUB_ID: "github-client-id",
  AUTH_GITHUB_SECRET: "canary-oauth-secret-8xT1",
  PROVIDER_API_KEY: "canary-provider-key-K3vB",
  PROVIDER_WEBHOOK_SECRET: "canary-webhook-secret-Zp4M",
  PROVIDER_WEBHOOK_SECRET_PREVIOUS: "canary-webhook-previous-6Yd1",
  AI_API_KEY: "canary-ai-key-R5hN",
  STORAGE_ACCESS_KEY_ID: "canary-storage-id-D6jS",
  STORAGE_SECRET_ACCESS_KEY: "canary-storage-secret-F7kG",
  CRON_SECRET: "canary-cron-secret-L8mH",
  CRON_JOBS_USERNAME: "scheduler",
  CRON_JOBS_PASSWORD: "canary-cron-password-W9nJ",
} as const;

export const MAIL_PASSWORD = "canary-mail-password-X1bQ";
export const DATABASE_PASSWORD = "canary-database-password-C2vE";
export const USER_PASSWORD = "canary-person-password-V3cR";
export const USER_EMAIL = "canary-person-u4xt@example.com";
/** What a user asks for. It may be in responses and in the database, and not in the log. */
export const PROMPT = "canary-prompt-G4sL 一只小船";

/** All secrets by name. Public names in the configuration are none. */
export function plantedSecrets(): Map<string, string> {
  const configured = Object.entries(CANARIES).filter(([, value]) => value.startsWith("canary-"));
  return new Map([
    ...configured,
    ["the mail server's password", MAIL_PASSWORD],
    ["the database's password", DATABASE_PASSWORD],
    ["a user's password", USER_PASSWORD],
  ]);
}

/** The secrets that occur in a text: as they are, in base64 or URL-encoded. */
export function countOccurrences(text: string, secret: string): number {
  const forms = new Set([secret, Buffer.from(secret).toString("base64"), encodeURIComponent(secret)]);
  return [...forms].reduce((count, form) => count + text.split(form).length - 1, 0);
}

interface Column {
  schema: string;
  table: string;
  column: string;
}

/** Every value of every text column in all schemas, by the column's name. */
export async function dumpTexts(db: Db): Promise<Map<string, string>> {
  const columns = await db.$queryRaw<Column[]>`
    SELECT table_schema AS schema, table_name AS "table", column_name AS "column"
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
      AND data_type IN ('text', 'character varying', 'character', 'json', 'jsonb', 'bytea', 'ARRAY')`;
  const dump = new Map<string, string>();
  for (const { schema, table, column } of columns) {
    const from = Prisma.raw(`"${schema}"."${table}"`);
    const name = Prisma.raw(`"${column}"`);
    const rows = await db.$queryRaw<{ value: string }[]>(
      Prisma.sql`SELECT ${name}::text AS value FROM ${from} WHERE ${name} IS NOT NULL`,
    );
    dump.set(`${schema}.${table}.${column}`, rows.map(({ value }) => value).join("\n"));
  }
  return dump;
}
