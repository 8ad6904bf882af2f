import { hash, verify } from "@node-rs/argon2";

/** argon2id, the package's own choice, by OWASP's figures: 19 MiB, two passes, one lane. Whatever the package's defaults become. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Made at the start: the first unknown address takes no longer than the others. */
const decoy = hashPassword("no account has this password");

/** Whether the password fits. Without a stored hash it takes the same time and answers no, so that nobody learns who has an account. */
export async function passwordMatches(storedHash: string | null, password: string): Promise<boolean> {
  const fits = await verify(storedHash ?? (await decoy), password);
  return storedHash !== null && fits;
}
