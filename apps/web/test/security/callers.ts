import { randomBytes, randomUUID } from "node:crypto";
import { hashPassword } from "@app/services/account/password";
import { createSession } from "@app/services/account/sessions";
import { sessionCookieName } from "~/server/auth/cookies.server";
import { TEST_PASSWORD } from "../api-client";
import type { TestApp } from "../app";
import { CANARY, createUserFixtures, type UserFixtures } from "./fixtures";

/** The relation of a caller to the rows asked about, once the session has been resolved. */
export type Standing = "nobody" | "owner" | "stranger" | "banned" | "administrator";

const DAY_MS = 24 * 60 * 60 * 1000;
const lastingBan = () => ({ banned: true, banExpires: new Date(Date.now() + DAY_MS) });
const pastBan = () => ({ banned: true, banExpires: new Date(Date.now() - DAY_MS) });

/** All callers. One with rows of its own asks about those, the others about the user's. */
const CALLERS = {
  anonymous: { standing: "nobody" },
  "forged cookie": { standing: "nobody" },
  "expired session": { standing: "nobody", person: {}, hasThings: true },
  user: { standing: "owner", person: {}, hasThings: true },
  "other user": { standing: "stranger", person: {} },
  banned: { standing: "banned", person: lastingBan(), hasThings: true },
  "ban expired": { standing: "owner", person: pastBan(), hasThings: true },
  administrator: { standing: "administrator", person: { role: "admin" } },
  "banned administrator": { standing: "banned", person: { role: "admin", banned: true } },
} as const satisfies Record<string, CallerKind>;

interface CallerKind {
  standing: Standing;
  person?: object;
  hasThings?: boolean;
}

const KEPT_OUT: ReadonlySet<Standing> = new Set(["nobody", "banned"]);

export type CallerName = keyof typeof CALLERS;
export const CALLER_NAMES = Object.keys(CALLERS) as CallerName[];

export interface Caller {
  name: CallerName;
  standing: Standing;
  headers: Record<string, string>;
  /** In every response that shows who is signed in; null without a session. */
  ownName: string | null;
  asksAbout: UserFixtures;
}

/** Creates all callers, each signed in where possible. */
export async function createCallers(app: TestApp): Promise<Caller[]> {
  const passwordHash = await hashPassword(TEST_PASSWORD);
  const user = await createCaller(app, "user", passwordHash);
  const others = CALLER_NAMES.filter((name) => name !== "user");
  const made = await Promise.all(others.map((name) => createCaller(app, name, passwordHash, user.asksAbout)));
  return [user, ...made];
}

async function createCaller(
  app: TestApp,
  name: CallerName,
  passwordHash: string,
  usersThings?: UserFixtures,
): Promise<Caller> {
  const { standing, person, hasThings }: CallerKind = CALLERS[name];
  const signedIn = person ? await signInPerson(app, name, { ...person, passwordHash }) : null;
  const asksAbout = hasThings && signedIn ? await createUserFixtures(app, signedIn.owner) : usersThings;
  if (!asksAbout) throw new Error(`There is nothing ${name} could ask about`);
  const forged = randomBytes(32).toString("base64url");
  const token = signedIn?.sessionToken ?? (name === "forged cookie" ? forged : null);
  return {
    name,
    standing,
    asksAbout,
    headers: token ? { cookie: `${sessionCookieName(app.deps.env)}=${token}` } : {},
    ownName: signedIn && !KEPT_OUT.has(standing) ? signedIn.owner.name : null,
  };
}

async function signInPerson(app: TestApp, name: CallerName, columns: object) {
  const canary = `${CANARY}${name.replaceAll(" ", "-")}-${randomUUID()}`;
  const owner = await app.db.user.create({ data: { email: `${canary}@example.com`, name: canary, ...columns } });
  const { sessionToken } = await createSession(app.deps.service, owner.id);
  if (name === "expired session")
    await app.db.session.update({ where: { sessionToken }, data: { expires: new Date(Date.now() - 1) } });
  return { sessionToken, owner: { id: owner.id, email: owner.email, name: canary } };
}
