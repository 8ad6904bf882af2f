import type { ServiceContext } from "../context";
import { type Page, pageOf } from "../pages/page";
import { type AdminUser, userColumns } from "./user-columns";

const USERS_PER_PAGE = 50;

/** All users, the newest first; `search` matches part of an e-mail address or name, or an exact id. */
export async function listUsers(
  ctx: ServiceContext,
  filter: { search?: string | undefined; cursor?: string | undefined },
): Promise<Page<AdminUser>> {
  const { search, cursor } = filter;
  const rows = await ctx.db.user.findMany({
    where: search
      ? {
          OR: [
            { email: { contains: search, mode: "insensitive" } },
            { name: { contains: search, mode: "insensitive" } },
            { id: search },
          ],
        }
      : {},
    select: userColumns,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: USERS_PER_PAGE + 1,
    ...(cursor ? { cursor: { id: cursor }, skip: 1 } : {}),
  });
  return pageOf(rows, USERS_PER_PAGE, (row) => row.id);
}
