import { runDueGrants } from "../src/schedule/run-due-grants";
import { deliver, type PublishedSale, publishedCheckout, publishedPaid, publishedSale } from "./provider-events";
import { actAs, createUser, type TestContext } from "./test-context";

export const PAID_AT = new Date("2026-03-10T11:00:00.000Z");
export const TWO_MONTHS_LATER = new Date("2026-05-11T11:00:00.000Z");
const RUN = { schedulesMax: 500, instalmentsMax: 12 };

/** Sells yearly plans and reads what became of them. */
export function yearlySales(ctx: TestContext) {
  const where = ({ userId }: PublishedSale) => ({ where: { userId } });
  return {
    sellYearly: async (): Promise<PublishedSale> => {
      ctx.setNow(PAID_AT);
      const sale = publishedSale({ userId: await createUser(ctx), key: "starter_yearly", paidAt: PAID_AT });
      await deliver(ctx, publishedCheckout(sale));
      await deliver(ctx, publishedPaid(sale));
      return sale;
    },
    /** @returns the buyer's balance then */
    grantTwoMonthsLater: async ({ userId }: PublishedSale): Promise<number> => {
      ctx.setNow(TWO_MONTHS_LATER);
      await runDueGrants(ctx, RUN);
      return (await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })).credits;
    },
    paymentOf: (sale: PublishedSale) => ctx.db.payment.findFirstOrThrow(where(sale)),
    scheduleOf: (sale: PublishedSale) => ctx.db.subscriptionCreditSchedule.findFirstOrThrow(where(sale)),
    asAdmin: async () => {
      const id = await createUser(ctx);
      await ctx.db.user.update({ where: { id }, data: { role: "admin" } });
      return actAs(ctx, id);
    },
  };
}
