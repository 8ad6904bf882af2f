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
  "expired session": { standing: "nobody", userColumns: {}, hasFixtures: true },
  user: { standing: "owner", userColumns: {}, hasFixtures: true },
  "other user": { standing: "stranger", userColumns: {} },
  banned: { standing: "banned", userColumns: lastingBan(), hasFixtures: true },
  "ban expired": { standing: "owner", userColumns: pastBan(), hasFixtures: true },
  administrator: { standing: "administrator", userColumns: { role: "admin" } },
  "banned administrator": { standing: "banned", userColumns: { role: "admin", banned: true } },
} as const satisfies Record<string, CallerKind>;

interface CallerKind {
  standing: Standing;
  userColumns?: object;
  hasFixtures?: boolean;
}

const REFUSED_STANDINGS: ReadonlySet<Standing> = new Set(["nobody", "banned"]);

export type CallerName = keyof typeof CALLERS;
export const CALLER_NAMES = Object.keys(CALLERS) as CallerName[];

export interface Caller {
  name: CallerName;
  standing: Standing;
  headers: Record<string, string>;
  /** In every response that shows who is signed in; null without a session. */
  ownName: string | null;
  fixtures: UserFixtures;
}

/** Creates all callers, each signed in where possible. */
export async function createCallers(app: TestApp): Promise<Caller[]> {
  const passwordHash = await hashPassword(TEST_PASSWORD);
  const user = await createCaller(app, "user", passwordHash);
  const others = CALLER_NAMES.filter((name) => name !== "user");
  const created = await Promise.all(others.map((name) => createCaller(app, name, passwordHash, user.fixtures)));
  return [user, ...created];
}

async function createCaller(
  app: TestApp,
  name: CallerName,
  passwordHash: string,
  fixturesOfUser?: UserFixtures,
): Promise<Caller> {
  const { standing, userColumns, hasFixtures }: CallerKind = CALLERS[name];
  const signedIn = userColumns ? await signInCaller(app, name, { ...userColumns, passwordHash }) : null;
  const fixtures = hasFixtures && signedIn ? await createUserFixtures(app, signedIn.owner) : fixturesOfUser;
  if (!fixtures) throw new Error(`There are no fixtures for ${name}`);
  const forged = randomBytes(32).toString("base64url");
  const token = signedIn?.sessionToken ?? (name === "forged cookie" ? forged : null);
  return {
    name,
    standing,
    fixtures,
    headers: token ? { cookie: `${sessionCookieName(app.deps.env)}=${token}` } : {},
    ownName: signedIn && !REFUSED_STANDINGS.has(standing) ? signedIn.owner.name : null,
  };
}

async function signInCaller(app: TestApp, name: CallerName, columns: object) {
  const canary = `${CANARY}${name.replaceAll(" ", "-")}-${randomUUID()}`;
  const owner = await app.db.user.create({ data: { email: `${canary}@example.com`, name: canary, ...columns } });
  const { sessionToken } = await createSession(app.deps.service, owner.id);
  if (name === "expired session")
    await app.db.session.update({ where: { sessionToken }, data: { expires: new Date(Date.now() - 1) } });
  return { sessionToken, owner: { id: owner.id, email: owner.email, name: canary } };
}
