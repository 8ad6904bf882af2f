import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Faults } from "../faults";
import type { PaymentOperations } from "./payment-operations";
import { isCharge, type PaymentState, type ProductTerms } from "./payment-state";
import { transactionObject, type WireObject } from "./wire-objects";

export interface ProviderApiOptions {
  apiKey: string;
  publicUrl: string;
  products: ReadonlyMap<string, ProductTerms>;
  state: PaymentState;
  operations: PaymentOperations;
  now: () => Date;
  faults: Faults;
}

/** Responds with an error in the provider's format. */
export type Refuse = (status: number, ...messages: string[]) => Response;

/** Largest body of a call to the provider's API. */
export const API_BODY_MAX_BYTES = 256 * 1024;

const MetadataSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

const httpUrl = z.url({ protocol: /^https?$/, message: "success_url must be a URL address" });

/** Lenient on purpose: the real provider accepts every address that a merchant may have stored. */
const emailAddress = z.string().regex(/^\S+@\S+$/, "customer.email must be an email");

/** The body of `POST /v1/checkouts`. The provider refuses unknown fields; there is no `cancel_url`. */
export const CheckoutRequest = z.strictObject({
  product_id: z.string({ message: "product_id must be a string" }).min(1, "product_id should not be empty"),
  request_id: z.string().optional(),
  units: z.int().min(1).default(1),
  discount_code: z.string().optional(),
  affiliate_code: z.string().optional(),
  customer: z.strictObject({ id: z.string().optional(), email: emailAddress.optional() }).optional(),
  custom_fields: z.array(z.unknown()).optional(),
  custom_field: z.array(z.unknown()).optional(),
  success_url: httpUrl.optional(),
  metadata: MetadataSchema.default({}),
});
export type CheckoutRequest = z.output<typeof CheckoutRequest>;

/** The problems of a request as the provider's error messages. */
export function requestMessages(error: z.ZodError): string[] {
  return error.issues.map((issue) =>
    issue.code === "unrecognized_keys"
      ? `property ${issue.keys.join(", ")} should not exist`
      : issue.path.length > 0 && !issue.message.startsWith(String(issue.path[0]))
        ? `${issue.path.join(".")}: ${issue.message}`
        : issue.message,
  );
}

const PAGE_SIZE_DEFAULT = 10;
const PAGE_SIZE_MAX = 100;

/** One page of a list, in the format of all the provider's lists. */
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
  const transactions = [...state.transactions.values()]
    .filter(isCharge)
    .filter((transaction) => customerId === undefined || transaction.customerId === customerId)
    .filter((transaction) => orderId === undefined || transaction.orderId === orderId)
    .filter((transaction) => productId === undefined || state.orders.get(transaction.orderId)?.product.id === productId)
    .reverse();
  return listPage(transactions, query, (transaction) => transactionObject(transaction));
}

function clampedInteger(text: string | undefined, fallback: number, max: number): number {
  const value = Number.parseInt(text ?? "", 10);
  return Number.isNaN(value) ? fallback : Math.min(Math.max(value, 1), max);
}

const REASONS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  413: "Payload Too Large",
  429: "Too Many Requests",
  500: "Internal Server Error",
};

/** An error response in the provider's format. */
export function errorResponse(status: number, messages: readonly string[], now: Date): Response {
  const body = {
    trace_id: randomUUID(),
    status,
    error: REASONS[status] ?? "Error",
    message: messages,
    timestamp: now.getTime(),
  };
  return Response.json(body, { status });
}
