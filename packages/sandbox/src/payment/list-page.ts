import { isCharge, type PaymentState } from "./payment-state";
import { transactionObject, type WireObject } from "./wire-objects";

const PAGE_SIZE_DEFAULT = 10;
const PAGE_SIZE_MAX = 100;

/** One page of a list, in the form that all of the provider's lists have. */
export function listPage<T>(
  records: readonly T[],
  query: Record<string, string>,
  describe: (record: T) => WireObject,
): WireObject {
  const pageSize = clampedInteger(query["page_size"], PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX);
  const pageCount = Math.max(Math.ceil(records.length / pageSize), 1);
  const page = clampedInteger(query["page_number"], 1, pageCount);
  return {
    items: records.slice((page - 1) * pageSize, page * pageSize).map(describe),
    pagination: {
      total_records: records.length,
      total_pages: pageCount,
      current_page: page,
      next_page: page < pageCount ? page + 1 : null,
      prev_page: page > 1 ? page - 1 : null,
    },
  };
}

/** `GET /v1/transactions/search`: newest first, by customer, order or product. */
export function searchTransactions(state: PaymentState, query: Record<string, string>): WireObject {
  const { customer_id: customerId, order_id: orderId, product_id: productId } = query;
  const found = [...state.transactions.values()]
    .filter(isCharge)
    .filter((transaction) => customerId === undefined || transaction.customerId === customerId)
    .filter((transaction) => orderId === undefined || transaction.orderId === orderId)
    .filter((transaction) => productId === undefined || state.orders.get(transaction.orderId)?.product.id === productId)
    .reverse();
  return listPage(found, query, (transaction) => transactionObject(transaction));
}

function clampedInteger(text: string | undefined, fallback: number, max: number): number {
  const value = Number.parseInt(text ?? "", 10);
  return Number.isNaN(value) ? fallback : Math.min(Math.max(value, 1), max);
}
