/** argon2id, the package's own choice, by OWASP's figures: 19 MiB, two passes, one lane. Whatever the package's defaults become. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Of a password that no account has, at the same cost. Written down, so that no start has to make it. */
const DECOY = "$argon2id$v=19$m=19456,t=2,p=1$OXdPJdiTk4HF1oeMtoJOkw$PTv3OZkPRml6svS+bTtWQp8J9u6cFOjwwUGBKaOdRVk";

/** Its machine code is loaded with the first password. */
const loadArgon2 = () => import("@node-rs/argon2");

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await loadArgon2();
  return hash(password, COST);
}

/** Whether the password fits. Without a stored hash it takes the same time and answers no, so that nobody learns who has an account. */
export async function passwordMatches(storedHash: string | null, password: string): Promise<boolean> {
  const { verify } = await loadArgon2();
  const fits = await verify(storedHash ?? DECOY, password);
  return storedHash !== null && fits;
}
