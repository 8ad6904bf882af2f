import { createHash } from "node:crypto";

/** What a session is called outside: its token would let whoever reads it in. */
export function sessionIdOf(sessionToken: string): string {
  return createHash("sha256").update(sessionToken).digest("hex");
}
