import { hash } from "@node-rs/argon2";
import type { Db } from "../client/db";
import { DEMO_ACCOUNTS, type DemoAccount, demoAccountId } from "./demo-accounts";

/** Creates the missing demo accounts. Existing ones are not changed, so their spending stays. */
export async function seedDatabase(db: Db, createdAt = new Date()): Promise<void> {
  for (const account of DEMO_ACCOUNTS) await seedAccount(db, account, createdAt);
}

async function seedAccount(db: Db, account: DemoAccount, createdAt: Date): Promise<void> {
  const { name, email, role, credits } = account;
  const id = demoAccountId(email);
  const passwordHash = await hash(account.password);
  await db.$transaction(async (tx) => {
    const { count } = await tx.user.createMany({
      data: { id, name, email, emailVerified: true, ownerProven: true, passwordHash, role, credits, createdAt },
      skipDuplicates: true,
    });
    if (count === 0 || credits === 0) return;
    await tx.creditLedger.create({
      data: { id: `${id}-bonus`, userId: id, delta: credits, reason: "bonus", balanceAfter: credits, createdAt },
    });
  });
}

/**
 * Makes an existing user an administrator; `email` is compared case-insensitively. May be repeated.
 * @throws Error if there is no such user
 */
export async function promoteAdmin(db: Db, email: string): Promise<void> {
  const { count } = await db.user.updateMany({
    where: { email: email.trim().toLowerCase() },
    data: { role: "admin" },
  });
  if (count === 0) throw new Error(`There is no user with the e-mail address ${email}: sign up first, then promote.`);
}
