declare module "pg/lib/utils.js" {
  /** A value as PostgreSQL's protocol takes it: its text, bytes, or null. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
