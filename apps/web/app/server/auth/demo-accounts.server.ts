import { DEMO_ACCOUNTS } from "@app/db/cli/demo-accounts";
import type { Env } from "../env/env.server";

export interface DemoSignIn {
  role: "admin" | "user";
  email: string;
  password: string;
}

/** The customer and the administrator that the sign-in page offers in a demo; empty elsewhere. */
export function demoSignIns(env: Env): DemoSignIn[] {
  if (!env.DEMO_SIGN_IN) return [];
  return (["user", "admin"] as const).flatMap((role) => {
    const account = DEMO_ACCOUNTS.find((candidate) => candidate.role === role);
    return account ? [{ role, email: account.email, password: account.password }] : [];
  });
}
