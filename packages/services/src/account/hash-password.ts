import { hash, verify } from "@node-rs/argon2";

/** argon2id with the package's defaults, which follow OWASP: 19 MiB, two passes, one lane. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

let decoy: Promise<string> | undefined;

/** Whether the password fits. Without a stored hash it takes the same time and answers no, so that nobody learns who has an account. */
export async function passwordMatches(storedHash: string | null, password: string): Promise<boolean> {
  if (storedHash !== null) return verify(storedHash, password);
  decoy ??= hash("no account has this password");
  await verify(await decoy, password);
  return false;
}
