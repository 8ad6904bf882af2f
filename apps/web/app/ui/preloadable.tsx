import { type ComponentType, createElement, type ReactNode, useState } from "react";
import { lazyComponent } from "./lazy-component";

/**
 * A component that browsers load when it is first rendered. The server loads it at start. A browser whose document contains the
 * component must call `preload` before hydration: React discards a suspended boundary when something around it updates.
 */
export async function preloadable<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded = import.meta.env.SSR ? await load() : undefined;
  const preload = async () => {
    loaded ??= await load();
    return loaded;
  };
  const Lazy = lazyComponent(preload);

  function Preloadable({ props, fallback }: { props: Props; fallback?: ReactNode }) {
    // Kept in state: switching to another component type would remount it and lose its state.
    const [Ready] = useState(() => loaded);
    if (Ready) return createElement(Ready, props);
    return <Lazy {...props} fallback={fallback} />;
  }
  return { Preloadable, preload };
}

/** Marks the signed-in frame in the document, so that browsers know to preload it. The value tells whether it is hydrated. */
export const SIGNED_IN_ATTRIBUTE = "data-signed-in";

/** Marks a chat reply in the document, so that browsers know to preload the Markdown renderer. */
export const MARKDOWN_ATTRIBUTE = "data-markdown";
