import { UpstreamError } from "@app/clients/http/upstream-error";
import type { PaymentProvider, ProviderObject } from "@app/clients/payments/payment-provider";
import { createFakePaymentProvider } from "../../fake-payment-provider";
import type { Life } from "./life";
import type { ProviderBooks } from "./provider-books";

const CALL_FAILS_PERCENT = 10;
/** The response of a resumption may also be the subscription as it was before. */
const RESPONSE_IS_OLD_PERCENT = 15;
const RESUMPTION_WITH_UPDATE_PERCENT = 30;

/** What happens at the provider while it handles a resumption, as in another tab. */
export interface Meanwhile {
  run: (() => Promise<void>) | null;
}

/** The provider's API over its books of all customers. A call may fail before it took effect, or after that. */
export function createProviderApi(
  life: Life,
  customers: readonly { userId: string; books: ProviderBooks }[],
  meanwhile: Meanwhile,
): PaymentProvider {
  const booksWith = (isIn: (customer: { userId: string; books: ProviderBooks }) => unknown): ProviderBooks => {
    const customer = customers.find(isIn);
    if (!customer) throw new UpstreamError("The payment provider refused the call (404)", { status: 404 });
    return customer.books;
  };
  const booksOf = (id: string) => booksWith(({ books }) => books.findSubscription(id) ?? books.findCheckout(id));
  const mayFail = (when: string) => {
    if (!life.luck.happens(CALL_FAILS_PERCENT)) return;
    life.tell(`  the provider's API fails ${when} the call took effect`);
    throw new UpstreamError("The payment provider could not be asked");
  };
  const responseAbout = (id: string): ProviderObject => {
    const response = booksOf(id).subscriptionResponse(id);
    if (!response) throw new UpstreamError("The payment provider refused the call (404)", { status: 404 });
    return response;
  };
  const requireToBeEnding = (id: string) => {
    const subscription = booksOf(id).findSubscription(id);
    if (subscription?.status !== "scheduled_cancel" || subscription.periodEnd <= life.now)
      throw new UpstreamError("The payment provider refused the call (400)", { status: 400 });
  };
  return {
    ...createFakePaymentProvider(),
    createCheckout: async ({ metadata }) => {
      const { userId, key } = metadata;
      const { id } = booksWith((customer) => customer.userId === userId).openCheckout(key, userId);
      return { id, url: `https://pay.test/${id}` };
    },
    getCheckout: async (id) => booksOf(id).checkoutResponse(id),
    getSubscription: async (id) => booksOf(id).subscriptionResponse(id),
    cancelSubscription: async (id, mode) => {
      const { status } = responseAbout(id);
      mayFail("before");
      const isDone = status === "canceled" || (mode === "scheduled" && status === "scheduled_cancel");
      if (!isDone) await booksOf(id).changeStatus(id, mode === "immediate" ? "canceled" : "scheduled_cancel");
      mayFail("after");
      return responseAbout(id);
    },
    resumeSubscription: async (id) => {
      requireToBeEnding(id);
      const { run } = meanwhile;
      meanwhile.run = null;
      await run?.();
      requireToBeEnding(id);
      mayFail("before");
      const before = responseAbout(id);
      await booksOf(id).resume(id, life.luck.happens(RESUMPTION_WITH_UPDATE_PERCENT) ? "update" : undefined);
      mayFail("after");
      return life.luck.happens(RESPONSE_IS_OLD_PERCENT) ? before : responseAbout(id);
    },
  };
}
