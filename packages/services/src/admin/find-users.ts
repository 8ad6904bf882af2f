import type { ServiceContext } from "../context";
import { escapeLike } from "../platform/escape-like";

/** A search that matches more users is made part of the query: some of its newest rows are theirs, and are soon found. */
const IDS_MAX = 1_000;

/** The id of the user with this id or e-mail address (case-insensitive), or null. */
export async function findUserId(ctx: ServiceContext, user: string): Promise<string | null> {
  const email = user.trim().toLowerCase();
  const row = await ctx.db.user.findFirst({ where: { OR: [{ id: user }, { email }] }, select: { id: true } });
  return row?.id ?? null;
}

/** The condition of a user search: part of an e-mail address or a name, or an id. */
export function matchesUser(search: string) {
  const text = search.trim();
  // Addresses are stored in lower case, and a case-sensitive comparison takes half the time.
  const address = text.toLowerCase();
  const at = address.indexOf("@");
  // A trigram index is slow for trigrams that occur everywhere, such as those of a mail provider's domain. The additional condition lets
  // PostgreSQL search the index for the part up to the @ and compare the whole address in those rows only.
  const upToAt = at > 0 ? [likeUser(text, address.slice(0, at + 1))] : [];
  return { AND: [...upToAt, likeUser(text, address)] };
}

function likeUser(text: string, address: string) {
  const name = { contains: escapeLike(text), mode: "insensitive" } as const;
  return { OR: [{ email: { contains: escapeLike(address) } }, { name }, { id: text }] };
}

/**
 * The condition for the rows of users that match a search. Of few users it names the ids, which the indexes on `userId` find: joined to every
 * row, a rare name would read whole tables.
 */
export async function ofMatchingUsers(
  ctx: ServiceContext,
  search: string,
): Promise<{ userId: { in: string[] } } | { user: ReturnType<typeof matchesUser> }> {
  const user = matchesUser(search);
  const users = await ctx.db.user.findMany({
    where: user,
    select: { id: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: IDS_MAX + 1,
  });
  return users.length > IDS_MAX ? { user } : { userId: { in: users.map(({ id }) => id) } };
}

/** E-mail addresses by user id. */
export async function emailsOf(
  ctx: ServiceContext,
  userIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(userIds)].filter((id) => id !== null);
  const users = await ctx.db.user.findMany({ where: { id: { in: ids } }, select: { id: true, email: true } });
  return new Map(users.map(({ id, email }) => [id, email]));
}
