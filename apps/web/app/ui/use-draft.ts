import { useCallback, useEffect, useState } from "react";

/**
 * State that is kept in session storage: it survives leaving the page, for example for a checkout, until the tab is closed. The first
 * render uses the initial value, because the server has no draft.
 * @param key unique within the product, for example "chat.message"
 */
export function useDraft<Value>(key: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(initial);
  useEffect(() => {
    const stored = sessionStorage.getItem(storageKey(key));
    if (stored !== null) setValue(JSON.parse(stored));
  }, [key]);
  const setDraft = useCallback(
    (next: Value) => {
      setValue(next);
      sessionStorage.setItem(storageKey(key), JSON.stringify(next));
    },
    [key],
  );
  return [value, setDraft];
}

const storageKey = (key: string) => `draft:${key}`;
