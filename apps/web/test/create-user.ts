import { randomUUID } from "node:crypto";
import { giveCredits } from "./api-client";
import type { TestApp } from "./start-test-app";

export interface NewUser {
  credits?: number;
  planKey?: string;
  banned?: boolean;
}

/** A user who is not signed in, for what the outside world announces about them. Returns the id. */
export async function createUser(app: TestApp, { credits = 0, ...columns }: NewUser = {}): Promise<string> {
  const { id } = await app.db.user.create({ data: { email: `${randomUUID()}@example.com`, ...columns } });
  if (credits !== 0) await giveCredits(app, id, credits);
  return id;
}
