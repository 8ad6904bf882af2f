export type DemoAccount = {
  name: string;
  email: string;
  password: string;
  role: "admin" | "user";
  /** Whole credits to start with. */
  credits: number;
};

/** The accounts that `pnpm db:seed` creates. Their passwords are public, so never create them on a server that others can reach. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { name: "Ada Admin", email: "admin@genmint.test", password: "admin-genmint", role: "admin", credits: 1000 },
  { name: "Dan Demo", email: "demo@genmint.test", password: "demo-genmint", role: "user", credits: 500 },
  { name: "Nell Newcomer", email: "newcomer@genmint.test", password: "newcomer-genmint", role: "user", credits: 0 },
];

/** The user id of a demo account. */
export function demoAccountId(email: string): string {
  return `demo-${email}`;
}

const DEMO_ACCOUNT_IDS: ReadonlySet<string> = new Set(DEMO_ACCOUNTS.map(({ email }) => demoAccountId(email)));

/** Whether a user is a demo account, with a public password. */
export function isDemoAccount(userId: string): boolean {
  return DEMO_ACCOUNT_IDS.has(userId);
}
