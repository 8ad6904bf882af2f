import { DEMO_ACCOUNTS } from "@app/db/cli/demo-accounts";
import type { Env } from "../env/env.server";

export interface DemoSignIn {
  role: "admin" | "user";
  email: string;
  password: string;
}

/** A customer and an administrator to try the demo as; nobody where there is no demo. */
export function demoSignIns(env: Env): DemoSignIn[] {
  if (!env.DEMO_SIGN_IN) return [];
  return (["user", "admin"] as const).flatMap((role) => {
    const account = DEMO_ACCOUNTS.find((one) => one.role === role);
    return account ? [{ role, email: account.email, password: account.password }] : [];
  });
}
