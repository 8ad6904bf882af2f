import { hash } from "@node-rs/argon2";
import type { Db } from "../client/db";
import { SERVICE_ACTOR } from "../client/service-actor";
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
 * Makes an existing user an administrator, with an entry in the audit log; `email` is compared case-insensitively. May be repeated.
 * @returns whether the user has confirmed the address
 * @throws Error if there is no such user
 */
export async function promoteAdmin(db: Db, email: string): Promise<{ isVerified: boolean }> {
  return db.$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email: email.trim().toLowerCase() } });
    if (!user) throw new Error(`There is no user with the e-mail address ${email}: sign up first, then promote.`);
    const { count } = await tx.user.updateMany({
      where: { id: user.id, role: { not: "admin" } },
      data: { role: "admin" },
    });
    if (count > 0) {
      const detail = JSON.stringify({ role: "admin", command: "admin:promote" });
      await tx.auditLog.create({ data: { actorId: SERVICE_ACTOR, action: "user.role", targetId: user.id, detail } });
    }
    return { isVerified: user.emailVerified };
  });
}
