import type { ServiceContext } from "../context";

/** More users than these are not looked into: whoever means one types more of the name. */
const MATCHES_MAX = 200;

/** The user of an id or an e-mail address, whatever its case; null where there is none. */
export async function findUserId(ctx: ServiceContext, user: string): Promise<string | null> {
  const email = user.trim().toLowerCase();
  const found = await ctx.db.user.findFirst({ where: { OR: [{ id: user }, { email }] }, select: { id: true } });
  return found?.id ?? null;
}

/** What users a search means: part of an e-mail address or a name, or an id. */
export function matchesUser(search: string) {
  const text = search.trim();
  // Addresses are kept in lower case: to compare them whatever their case takes twice as long.
  const address = text.toLowerCase();
  const at = address.indexOf("@");
  // What follows the @ is many people's, and an index of three-letter pieces is slow for pieces that are everywhere: PostgreSQL takes
  // from it whoever's address has the part up to the @, and looks at the whole in the rows it found.
  const upToAt = at > 0 ? [likeUser(text, address.slice(0, at + 1))] : [];
  return { AND: [...upToAt, likeUser(text, address)] };
}

function likeUser(text: string, address: string) {
  const name = { contains: asPattern(text), mode: "insensitive" } as const;
  return { OR: [{ email: { contains: asPattern(address) } }, { name }, { id: text }] };
}

/** The signs that stand for others in a pattern are to stand for themselves. */
function asPattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&");
}

/** Ids of the users a search means, the newest 200 of them; undefined for no search. */
export async function findUserIds(ctx: ServiceContext, search: string | undefined): Promise<string[] | undefined> {
  if (search === undefined) return undefined;
  const users = await ctx.db.user.findMany({
    where: matchesUser(search),
    select: { id: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MATCHES_MAX,
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
