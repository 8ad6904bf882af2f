import { isBanned } from "@app/core/account/ban";
import type { SortDirection, UserSort } from "@app/core/admin/admin-options";
import { AppError } from "@app/core/errors";
import { parseIsoDate } from "@app/core/input/date";
import type { Prisma } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { cursorOf, invalidCursor, type Page, pageOf, readCursor } from "../platform/pagination";
import { startOfDay } from "../statistics/day-totals";
import { matchesUser } from "./find-users";

const USERS_PER_PAGE = 50;

export interface UserFilter {
  /** Part of an e-mail address or name, or an exact id. */
  search?: string | undefined;
  sort?: UserSort | undefined;
  direction?: SortDirection | undefined;
  cursor?: string | undefined;
}

/** All users in the requested order, by default newest first. */
export async function listUsers(ctx: ServiceContext, filter: UserFilter): Promise<Page<AdminUser>> {
  const { search, sort = "createdAt", direction = "desc", cursor } = filter;
  const conditions = [
    search === undefined ? {} : matchesUser(search),
    cursor === undefined ? {} : usersAfter(cursor, sort, direction),
  ];
  const rows: AdminUser[] = [];
  for (const { where, orderBy } of userParts(sort, direction)) {
    if (rows.length > USERS_PER_PAGE) break;
    const take = USERS_PER_PAGE + 1 - rows.length;
    const all = { AND: [...conditions, where] };
    rows.push(...(await ctx.db.user.findMany({ where: all, select: userColumns, orderBy, take })));
  }
  const users = rows.map((user) => withoutPastBan(user, ctx.now()));
  return pageOf(users, USERS_PER_PAGE, (user) => cursorOf(user[sort], user.id));
}

const SUBSCRIPTIONS_MAX = 20;

export interface AdminUserDetail {
  user: AdminUser;
  /** The newest 20. */
  subscriptions: {
    id: string;
    planKey: string;
    status: string;
    currentPeriodEnd: Date;
    createdAt: Date;
    /** The state of an admin cancellation at the provider: "queued", "failed" or "done"; null when there is none. */
    providerCancel: string | null;
    /** Why the last attempt failed. */
    providerCancelError: string | null;
  }[];
  /** Schedules with remaining instalments. */
  schedules: {
    id: string;
    planKey: string;
    creditsPerGrant: number;
    grantsRemaining: number;
    totalCreditsRemaining: number;
    nextGrantAt: Date;
    /** Set while the schedule is paused. */
    pausedAt: Date | null;
    updatedAt: Date;
  }[];
}

/**
 * A user with subscriptions and schedules. Longer lists (payments, ledger, generations) are separate calls.
 * @throws AppError `not_found`
 */
export async function getUser(ctx: ServiceContext, input: { userId: string }): Promise<AdminUserDetail> {
  const user = await ctx.db.user.findUnique({ where: { id: input.userId }, select: userColumns });
  if (!user) throw new AppError("not_found", "User not found");
  const where = { userId: user.id };
  const [subscriptions, schedules] = await Promise.all([
    ctx.db.subscription.findMany({
      where,
      select: {
        id: true,
        planKey: true,
        status: true,
        currentPeriodEnd: true,
        createdAt: true,
        providerCancel: true,
        providerCancelError: true,
      },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: SUBSCRIPTIONS_MAX,
    }),
    ctx.db.subscriptionCreditSchedule.findMany({
      where,
      select: {
        id: true,
        planKey: true,
        creditsPerGrant: true,
        grantsRemaining: true,
        totalCreditsRemaining: true,
        nextGrantAt: true,
        pausedAt: true,
        updatedAt: true,
      },
      orderBy: { nextGrantAt: "asc" },
      take: SUBSCRIPTIONS_MAX,
    }),
  ]);
  return { user: withoutPastBan(user, ctx.now()), subscriptions, schedules };
}

/** The columns of a user on admin pages, without the password hash. */
const userColumns = {
  id: true,
  name: true,
  email: true,
  emailVerified: true,
  credits: true,
  role: true,
  banned: true,
  banReason: true,
  banExpires: true,
  planKey: true,
  createdAt: true,
  updatedAt: true,
} as const satisfies Prisma.UserSelect;

type AdminUser = Prisma.UserGetPayload<{ select: typeof userColumns }>;

/** A ban that is over stays in the row until another one or its end is written, and is none. */
function withoutPastBan(user: AdminUser, now: Date): AdminUser {
  return isBanned(user, now) ? user : { ...user, banned: false, banReason: null, banExpires: null };
}

/** The generated column `creditsStep` counts steps of this many credits. */
const CREDITS_PER_STEP = 250;
/** The largest number that the column stores. */
const BALANCE_MAX_CREDITS = 2_147_483_647;

/** A part of the sorted list. */
interface UserPart {
  where: Prisma.UserWhereInput;
  orderBy: Prisma.UserOrderByWithRelationInput[];
}

/**
 * The parts of the sorted list, one after the other. Balance and last activity have no index of their own, because every spend would have
 * to update it. Their indexes are on a coarse value (`creditsStep`, `activeDay`) that seldom changes, and PostgreSQL sorts within it. At or
 * below zero a step is a single balance, so the many users without credits need no sorting.
 */
function userParts(sort: UserSort, direction: SortDirection): UserPart[] {
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
 * The condition for the rows after a cursor, as in `createdBefore`.
 * @throws AppError `bad_request` for an invalid cursor, or one of another order
 */
function usersAfter(cursor: string, sort: UserSort, direction: SortDirection): Prisma.UserWhereInput {
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
  const value = sort === "credits" ? parseBalance(text) : parseIsoDate(text);
  if (value === null) throw invalidCursor();
  return value;
}

function parseBalance(text: string): number | null {
  const balance = Number(text);
  return Number.isInteger(balance) && Math.abs(balance) <= BALANCE_MAX_CREDITS ? balance : null;
}
