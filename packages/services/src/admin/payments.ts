import type { Prisma } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { createdBefore, cursorOf, type Page, pageOf } from "../platform/pagination";
import { ofMatchingUsers } from "./find-users";

const PAYMENTS_PER_PAGE = 50;

export interface PaymentFilter {
  /** Part of the user's e-mail address or name, or the id of the user or the payment: that of its order or its transaction as well. */
  search?: string | undefined;
  /** Absent for the payments of all users. */
  userId?: string | undefined;
  cursor?: string | undefined;
}

/** Payments, newest first. */
export async function listPayments(ctx: ServiceContext, filter: PaymentFilter): Promise<Page<AdminPayment>> {
  const { search, userId } = filter;
  const ofUsers = search === undefined ? {} : await ofMatchingUsers(ctx, search);
  const rows = await ctx.db.payment.findMany({
    where: {
      AND: [
        userId === undefined ? {} : { userId },
        search === undefined
          ? {}
          : { OR: [ofUsers, { id: search }, { providerOrderId: search }, { providerTransactionId: search }] },
        createdBefore(filter.cursor),
      ],
    },
    select: paymentColumns,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: PAYMENTS_PER_PAGE + 1,
  });
  const items = rows.map(({ user, ...payment }) => ({ ...payment, userEmail: user.email }));
  return pageOf(items, PAYMENTS_PER_PAGE, (row) => cursorOf(row.createdAt, row.id));
}

/** The columns of a payment on admin pages. */
export const paymentColumns = {
  id: true,
  userId: true,
  amountCents: true,
  paidCents: true,
  currency: true,
  status: true,
  type: true,
  planKey: true,
  subscriptionId: true,
  refundedCents: true,
  creditsGranted: true,
  createdAt: true,
  user: { select: { email: true } },
} as const satisfies Prisma.PaymentSelect;

type AdminPayment = Omit<Prisma.PaymentGetPayload<{ select: typeof paymentColumns }>, "user"> & {
  userEmail: string;
};
