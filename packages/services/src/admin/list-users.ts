import type { SortDirection, UserSort } from "@app/core/users/user-order";
import type { Prisma } from "@app/db/client";
import type { ServiceContext } from "../context";
import { cursorOf, invalidCursor, readCursor } from "../pages/keyset";
import { type Page, pageOf } from "../pages/page";
import { matchesUser } from "./find-users";
import { type AdminUser, userColumns } from "./user-columns";

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
  const rows = await ctx.db.user.findMany({
    where: {
      AND: [
        search === undefined ? {} : { OR: [...matchesUser(search).OR] },
        cursor === undefined ? {} : after(cursor, sort, direction),
      ],
    },
    select: userColumns,
    orderBy: [{ [sort]: direction }, { id: direction }],
    take: USERS_PER_PAGE + 1,
  });
  return pageOf(rows, USERS_PER_PAGE, (user) => cursorOf(user[sort], user.id));
}

/** As in `createdBefore`: where to begin in the index, and what to leave out there. */
function after(cursor: string, sort: UserSort, direction: SortDirection): Prisma.UserWhereInput {
  const { value: text, id } = readCursor(cursor);
  const value = orderedValue(text, sort);
  const [from, beyond] = direction === "asc" ? (["gte", "gt"] as const) : (["lte", "lt"] as const);
  return {
    AND: [{ [sort]: { [from]: value } }, { OR: [{ [sort]: { [beyond]: value } }, { id: { [beyond]: id } }] }],
  };
}

const INTEGER = /^-?\d{1,10}$/;

function orderedValue(text: string, sort: UserSort): string | number | Date {
  if (sort === "email") return text;
  const value = sort === "credits" ? Number(INTEGER.test(text) ? text : Number.NaN) : new Date(text);
  if (Number.isNaN(value.valueOf())) throw invalidCursor();
  return value;
}
