import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { deserialize, serialize } from "node:v8";
import { createPaymentState, type PaymentState } from "./payment-state";

/** The saved part of the state. Event settings start with their defaults again. */
type SavedState = Omit<PaymentState, "retries" | "events">;

/** First item of the file; files of other formats are ignored. */
const FORMAT = "payments-1";

const TRANSACTION_DEFAULTS = { currency: "USD", refundedCents: 0 } as const;
const SUBSCRIPTION_DEFAULTS = { units: 1 } as const;

export interface PaymentArchive {
  /** The state as last saved, or an empty one. */
  state: PaymentState;
  save(): Promise<void>;
}

/** Keeps the provider's data in a file, so that subscriptions can be renewed after a restart. */
export async function openPaymentArchive(file: string): Promise<PaymentArchive> {
  const state = createPaymentState();
  restore(state, await readFile(file).catch(() => null));
  await mkdir(dirname(file), { recursive: true });

  let lastWrite: Promise<void> = Promise.resolve();
  async function write(): Promise<void> {
    const { retries: _retries, events: _events, ...saved } = state;
    await writeFile(`${file}.new`, serialize([FORMAT, saved]));
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
  const saved = bytes && parseSavedState(bytes);
  if (!saved) return;
  copyInto(state.checkouts, saved.checkouts);
  copyInto(state.customers, saved.customers);
  copyInto(state.orders, saved.orders);
  copyInto(state.products, saved.products ?? new Map());
  // Files of an earlier version lack these fields.
  for (const [id, transaction] of saved.transactions) {
    state.transactions.set(id, { ...TRANSACTION_DEFAULTS, ...transaction });
  }
  for (const [id, subscription] of saved.subscriptions) {
    state.subscriptions.set(id, { ...SUBSCRIPTION_DEFAULTS, ...subscription });
  }
  for (const [id, delivery] of saved.deliveries) {
    // Retries that were in progress when the sandbox stopped do not continue.
    state.deliveries.set(id, { ...delivery, state: delivery.state === "pending" ? "failed" : delivery.state });
  }
}

/** Null for a file that is damaged or has another format: the sandbox then starts empty instead of failing. */
function parseSavedState(bytes: Buffer): SavedState | null {
  try {
    const [format, saved]: [string, SavedState] = deserialize(bytes);
    return format === FORMAT ? saved : null;
  } catch {
    return null;
  }
}

function copyInto<V>(target: Map<string, V>, source: ReadonlyMap<string, V>): void {
  for (const [id, value] of source) target.set(id, value);
}
