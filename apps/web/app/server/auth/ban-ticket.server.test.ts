import { expect, it } from "vitest";
import { issueBanTicket, readBanTicket } from "./ban-ticket.server";

const SECRETS = ["a secret of sixteen characters"] as const;
const now = new Date("2026-03-10T12:00:00.000Z");
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const ticket = issueBanTicket(SECRETS, "user-1", now);

it("names the user it was issued for, for ten minutes", () => {
  expect(readBanTicket(SECRETS, ticket, later(9))).toBe("user-1");
  expect(readBanTicket(SECRETS, ticket, later(10))).toBeNull();
});

it("cannot be forged, prolonged or used for another user", () => {
  const [user = "", expires = "", signature = ""] = ticket.split(".");
  const madeUp = [
    "",
    "user-1",
    `user-2.${expires}.${signature}`,
    `${user}.${Number(expires) + 1}.${signature}`,
    `${user}.${expires}.`,
    issueBanTicket(["another secret of sixteen"], "user-1", now),
  ];
  expect(madeUp.map((text) => readBanTicket(SECRETS, text, now))).toEqual(madeUp.map(() => null));
});

it("is accepted while its secret is being replaced, and not after that", () => {
  const [previous] = SECRETS;
  expect(readBanTicket(["a new secret of the service", previous], ticket, now)).toBe("user-1");
  expect(readBanTicket(["a new secret of the service"], ticket, now)).toBeNull();
  const newer = issueBanTicket(["a new secret of the service", previous], "user-1", now);
  expect(readBanTicket(SECRETS, newer, now)).toBeNull();
});
