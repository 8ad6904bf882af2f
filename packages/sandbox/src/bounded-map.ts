/** A map that forgets its oldest entry beyond `entriesMax`, so that a sandbox left running for weeks stays small. */
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
