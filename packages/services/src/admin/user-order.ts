import type { SortDirection, UserSort } from "@app/core/users/user-order";
import type { Prisma } from "@app/db/client";
import { invalidCursor, readCursor } from "../pages/keyset";
import { startOfDay } from "../statistics/day-totals";

/** Credits in a step, as the database computes `creditsStep`. */
const CREDITS_PER_STEP = 250;
const INTEGER = /^-?\d{1,10}$/;

/** Some of the users, in their order. */
interface UserPart {
  where: Prisma.UserWhereInput;
  orderBy: Prisma.UserOrderByWithRelationInput[];
}

/**
 * How users are ordered, in parts that follow each other. Balance and last activity have no index of their own, which every spend would
 * have to write: theirs begins with a step that changes seldom, within which the database sorts. From zero down a step is one balance:
 * there is nothing to sort among the many who have none.
 */
export function userParts(sort: UserSort, direction: SortDirection): UserPart[] {
  const byId = { id: direction };
  if (sort !== "credits") {
    const byDay = sort === "updatedAt" ? [{ activeDay: direction }] : [];
    return [{ where: {}, orderBy: [...byDay, { [sort]: direction }, byId] }];
  }
  const byStep = { creditsStep: direction };
  const none = { where: { creditsStep: { lte: 0 } }, orderBy: [byStep, byId] };
  const some = { where: { creditsStep: { gt: 0 } }, orderBy: [byStep, { credits: direction }, byId] };
  return direction === "asc" ? [none, some] : [some, none];
}

/**
 * What comes after a cursor. As in `createdBefore`: where to begin in the index, and what to leave out there.
 * @throws AppError `bad_request` for what is no cursor of this order
 */
export function usersAfter(cursor: string, sort: UserSort, direction: SortDirection): Prisma.UserWhereInput {
  const { value: text, id } = readCursor(cursor);
  const value = orderedValue(text, sort);
  const [from, beyond] = direction === "asc" ? (["gte", "gt"] as const) : (["lte", "lt"] as const);
  return {
    AND: [
      { [sort]: { [from]: value } },
      ...(sort === "credits" ? [{ creditsStep: { [from]: stepOf(Number(value)) } }] : []),
      ...(sort === "updatedAt" ? [{ activeDay: { [from]: startOfDay(new Date(value)) } }] : []),
      { OR: [{ [sort]: { [beyond]: value } }, { id: { [beyond]: id } }] },
    ],
  };
}

const stepOf = (credits: number) => (credits <= 0 ? credits : 1 + Math.floor(credits / CREDITS_PER_STEP));

function orderedValue(text: string, sort: UserSort): string | number | Date {
  if (sort === "email") return text;
  const value = sort === "credits" ? Number(INTEGER.test(text) ? text : Number.NaN) : new Date(text);
  if (Number.isNaN(value.valueOf())) throw invalidCursor();
  return value;
}
