import type { SortDirection, UserSort } from "@app/core/users/user-order";
import type { Prisma } from "@app/db/client";
import { invalidCursor, readCursor } from "../pages/keyset";
import { startOfDay } from "../statistics/day-totals";

/** Credits in a step, as the database computes `creditsStep`. */
const CREDITS_PER_STEP = 1_000;
const INTEGER = /^-?\d{1,10}$/;

/**
 * How users are ordered. Balance and last activity have no index of their own, which every spend would have to write: theirs begins with
 * a step that changes seldom, within which the database sorts.
 */
export function userOrder(sort: UserSort, direction: SortDirection): Prisma.UserOrderByWithRelationInput[] {
  const step = sort === "credits" ? "creditsStep" : sort === "updatedAt" ? "activeDay" : null;
  return [...(step === null ? [] : [{ [step]: direction }]), { [sort]: direction }, { id: direction }];
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
