import type { ServiceContext } from "../context";

/** More users than these are not looked into: whoever means one types more of the name. */
const FOUND_MAX = 200;

/** The user of an id or an e-mail address, whatever its case; null where there is none. */
export async function findUserId(ctx: ServiceContext, user: string): Promise<string | null> {
  const email = user.trim().toLowerCase();
  const found = await ctx.db.user.findFirst({ where: { OR: [{ id: user }, { email }] }, select: { id: true } });
  return found?.id ?? null;
}

/** What users a search means: part of an e-mail address or a name, or an id. */
export function matchesUser(search: string) {
  const text = search.trim();
  // The signs that stand for others in a pattern are to stand for themselves.
  const contains = text.replaceAll(/[\\%_]/g, "\\$&");
  // Addresses are kept in lower case: to compare them whatever their case takes twice as long.
  const email = { contains: contains.toLowerCase() };
  return { OR: [{ email }, { name: { contains, mode: "insensitive" } }, { id: text }] } as const;
}

/** Ids of the users a search means, the newest 200 of them; undefined for no search. */
export async function findUserIds(ctx: ServiceContext, search: string | undefined): Promise<string[] | undefined> {
  if (search === undefined) return undefined;
  const { OR } = matchesUser(search);
  const users = await ctx.db.user.findMany({
    where: { OR: [...OR] },
    select: { id: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: FOUND_MAX,
  });
  return users.map(({ id }) => id);
}

/** The e-mail addresses of some users, by id. */
export async function emailsOf(
  ctx: ServiceContext,
  userIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(userIds)].filter((id) => id !== null);
  const users = await ctx.db.user.findMany({ where: { id: { in: ids } }, select: { id: true, email: true } });
  return new Map(users.map(({ id, email }) => [id, email]));
}
