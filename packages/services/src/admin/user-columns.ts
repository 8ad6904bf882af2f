import type { Prisma } from "@app/db/client";

/** What administrators see of a user: never the password's hash. */
export const userColumns = {
  id: true,
  name: true,
  email: true,
  emailVerified: true,
  credits: true,
  role: true,
  banned: true,
  banReason: true,
  banExpires: true,
  planKey: true,
  createdAt: true,
  updatedAt: true,
} as const satisfies Prisma.UserSelect;

export type AdminUser = Prisma.UserGetPayload<{ select: typeof userColumns }>;
