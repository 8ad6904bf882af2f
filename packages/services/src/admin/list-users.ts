import type { SortDirection, UserSort } from "@app/core/users/user-order";
import type { ServiceContext } from "../context";
import { cursorOf } from "../pages/keyset";
import { type Page, pageOf } from "../pages/page";
import { matchesUser } from "./find-users";
import { type AdminUser, userColumns } from "./user-columns";
import { userParts, usersAfter } from "./user-order";

const USERS_PER_PAGE = 50;

export interface UserFilter {
  /** Part of an e-mail address or name, or an exact id. */
  search?: string | undefined;
  sort?: UserSort | undefined;
  direction?: SortDirection | undefined;
  cursor?: string | undefined;
}

/** All users, in the order that is asked for; the newest first unless told. */
export async function listUsers(ctx: ServiceContext, filter: UserFilter): Promise<Page<AdminUser>> {
  const { search, sort = "createdAt", direction = "desc", cursor } = filter;
  const asked = [
    search === undefined ? {} : matchesUser(search),
    cursor === undefined ? {} : usersAfter(cursor, sort, direction),
  ];
  const rows: AdminUser[] = [];
  for (const { where, orderBy } of userParts(sort, direction)) {
    if (rows.length > USERS_PER_PAGE) break;
    const take = USERS_PER_PAGE + 1 - rows.length;
    const all = { AND: [...asked, where] };
    rows.push(...(await ctx.db.user.findMany({ where: all, select: userColumns, orderBy, take })));
  }
  return pageOf(rows, USERS_PER_PAGE, (user) => cursorOf(user[sort], user.id));
}
