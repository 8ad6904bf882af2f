import { useEffect, useState } from "react";

/**
 * Loads a module once the page is interactive.
 * @param load must be the same function in every render
 * @returns null until the module is loaded. A failure to load it is reported to the browser's console
 */
export function useLoaded<Module extends object>(load: () => Promise<Module>): Module | null {
  const [loaded, setLoaded] = useState<Module | null>(null);
  useEffect(() => {
    let isShown = true;
    load().then((module) => isShown && setLoaded(module), reportError);
    return () => {
      isShown = false;
    };
  }, [load]);
  return loaded;
}
