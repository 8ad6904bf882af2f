import type { Hit } from "./take-hits";

/** What a mail counts on: who asks for it, and whom it goes to. */
export function mailHits(clientAddress: string, email: string): Hit[] {
  return [
    { limit: "mailByAddress", subject: clientAddress },
    { limit: "mailByAccount", subject: accountOf(email) },
  ];
}

/** What a password that is tried counts on. */
export function passwordHits(clientAddress: string, email: string): Hit[] {
  return [
    { limit: "signInByAddress", subject: clientAddress },
    { limit: "signInByAccount", subject: accountOf(email) },
  ];
}

const accountOf = (email: string) => email.trim().toLowerCase();
