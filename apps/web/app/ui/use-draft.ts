import { useCallback, useEffect, useState } from "react";

/**
 * Input that survives leaving the page, such as for a checkout, until the tab is closed. The page is rendered with the initial value first, as
 * the server has no draft. `key` names the field among all of the product's, such as "chat.message".
 */
export function useDraft<Value>(key: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(initial);
  useEffect(() => {
    const kept = sessionStorage.getItem(storageKey(key));
    if (kept !== null) setValue(JSON.parse(kept));
  }, [key]);
  const keep = useCallback(
    (next: Value) => {
      setValue(next);
      sessionStorage.setItem(storageKey(key), JSON.stringify(next));
    },
    [key],
  );
  return [value, keep];
}

const storageKey = (key: string) => `draft:${key}`;
