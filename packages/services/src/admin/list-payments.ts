import type { ServiceContext } from "../context";
import { createdBefore, cursorOf } from "../pages/keyset";
import { type Page, pageOf } from "../pages/page";
import { findUserIds } from "./find-users";
import { type AdminPayment, paymentColumns } from "./payment-columns";

const PAYMENTS_PER_PAGE = 50;

export interface PaymentFilter {
  /** Part of the user's e-mail address or name, or an id of the user or of the payment. */
  search?: string | undefined;
  /** The one user whose payments are asked for. */
  userId?: string | undefined;
  cursor?: string | undefined;
}

/** Payments, the newest first. */
export async function listPayments(ctx: ServiceContext, filter: PaymentFilter): Promise<Page<AdminPayment>> {
  const { search, userId } = filter;
  const userIds = await findUserIds(ctx, search);
  const rows = await ctx.db.payment.findMany({
    where: {
      AND: [
        userId === undefined ? {} : { userId },
        search === undefined ? {} : { OR: [{ userId: { in: userIds ?? [] } }, { id: search }] },
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
