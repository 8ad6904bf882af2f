import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { deserialize, serialize } from "node:v8";
import { createPaymentState, type PaymentState } from "./payment-state";

/** How events are sent is a switch for the moment, not part of the books. */
type Books = Omit<PaymentState, "retries" | "events">;

/** Written in front of the books; other formats are not read. */
const FORMAT = "payments-1";

const TRANSACTION_DEFAULTS = { currency: "USD", refundedCents: 0 } as const;
const SUBSCRIPTION_DEFAULTS = { units: 1 } as const;

export interface PaymentArchive {
  /** The books as they were when last saved, or empty ones. */
  state: PaymentState;
  save(): Promise<void>;
}

/** Keeps the provider's books in a file, so that subscriptions can still be renewed after a restart. */
export async function openPaymentArchive(file: string): Promise<PaymentArchive> {
  const state = createPaymentState();
  restore(state, await readFile(file).catch(() => null));
  await mkdir(dirname(file), { recursive: true });

  let lastWrite: Promise<void> = Promise.resolve();
  async function write(): Promise<void> {
    const { retries: _retries, events: _events, ...books } = state;
    await writeFile(`${file}.new`, serialize([FORMAT, books]));
    await rename(`${file}.new`, file);
  }
  return {
    state,
    save() {
      lastWrite = lastWrite.catch(() => undefined).then(write);
      return lastWrite;
    },
  };
}

function restore(state: PaymentState, bytes: Buffer | null): void {
  const books = bytes && readBooks(bytes);
  if (!books) return;
  copyInto(state.checkouts, books.checkouts);
  copyInto(state.customers, books.customers);
  copyInto(state.orders, books.orders);
  copyInto(state.products, books.products ?? new Map());
  // Books of an earlier version lack these fields.
  for (const [id, transaction] of books.transactions) {
    state.transactions.set(id, { ...TRANSACTION_DEFAULTS, ...transaction });
  }
  for (const [id, subscription] of books.subscriptions) {
    state.subscriptions.set(id, { ...SUBSCRIPTION_DEFAULTS, ...subscription });
  }
  for (const [id, delivery] of books.deliveries) {
    // Nobody retries what was under way when the sandbox stopped.
    state.deliveries.set(id, { ...delivery, state: delivery.state === "pending" ? "failed" : delivery.state });
  }
}

/** Null for a file that is damaged or of another format: a stand-in starts afresh rather than not at all. */
function readBooks(bytes: Buffer): Books | null {
  try {
    const [format, books]: [string, Books] = deserialize(bytes);
    return format === FORMAT ? books : null;
  } catch {
    return null;
  }
}

function copyInto<V>(target: Map<string, V>, source: ReadonlyMap<string, V>): void {
  for (const [id, value] of source) target.set(id, value);
}
