const TEST_KEY = "test";

/**
 * Replaces session storage by memory where the browser refuses it, as with all cookies blocked, or where it is full. Remix follows no link
 * without it, and drafts are kept in it. A reload empties the memory.
 */
export function provideSessionStorage(): void {
  try {
    sessionStorage.setItem(TEST_KEY, "");
    sessionStorage.removeItem(TEST_KEY);
  } catch {
    const items = new Map<string, string>();
    const memory: Pick<Storage, "getItem" | "setItem" | "removeItem" | "clear"> = {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
      clear: () => items.clear(),
    };
    Object.defineProperty(window, "sessionStorage", { value: memory });
  }
}
