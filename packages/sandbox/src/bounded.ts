/** Reads a body of at most `bytesMax` bytes; null if it is longer. */
export async function readBytes(source: Request | Response, bytesMax: number): Promise<Buffer | null> {
  if (Number(source.headers.get("content-length") ?? 0) > bytesMax) return null;
  const reader = source.body?.getReader();
  if (!reader) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    total += value.byteLength;
    if (total > bytesMax) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks, total);
}

/** Parses a JSON body of at most `bytesMax` bytes; undefined if it is longer or not JSON. */
export async function readJson(source: Request | Response, bytesMax: number): Promise<unknown> {
  const bytes = await readBytes(source, bytesMax);
  if (bytes === null) return undefined;
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** A map that drops its oldest entry above `entriesMax`, so that a sandbox that runs for weeks stays small. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #entriesMax: number;

  constructor(entriesMax: number) {
    super();
    this.#entriesMax = entriesMax;
  }

  override set(key: K, value: V): this {
    super.set(key, value);
    if (this.size > this.#entriesMax) {
      const oldest = this.keys().next();
      if (!oldest.done) this.delete(oldest.value);
    }
    return this;
  }
}

/** Appends to a list that keeps only its newest `itemsMax` items. */
export function pushBounded<T>(items: T[], item: T, itemsMax: number): void {
  items.push(item);
  if (items.length > itemsMax) items.splice(0, items.length - itemsMax);
}

/** Waits `delayMs`, or until `signal` aborts. Does not keep the process alive. */
export function pause(delayMs: number, signal?: AbortSignal): Promise<void> {
  if (delayMs <= 0 || signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, delayMs);
    timer.unref();
    signal?.addEventListener("abort", finish, { once: true });
  });
}
