import { useEffect, useState } from "react";

/**
 * Loads a module once the page is interactive. @param load must be the same function for every render
 * @returns null until it is loaded, and when it cannot be, which the console tells
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
