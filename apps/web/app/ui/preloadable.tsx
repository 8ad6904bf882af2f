import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from "react";

/**
 * A component that browsers fetch when it is shown the first time. The server has it from the start, and so has a browser that called
 * `preload` before it hydrated a document with it: a boundary that still waits then is thrown away by the next change around it.
 */
export async function preloadable<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded = import.meta.env.SSR ? await load() : undefined;
  const preload = async () => {
    loaded ??= await load();
    return loaded;
  };
  const Lazy = lazy(async () => {
    const Ready = await preload();
    return { default: ({ props }: { props: Props }) => createElement(Ready, props) };
  });

  function Preloadable({ props, fallback }: { props: Props; fallback?: ReactNode }) {
    // The same one as long as it is shown: another would begin anew.
    const [Ready] = useState(() => loaded);
    if (Ready) return createElement(Ready, props);
    return (
      <Suspense fallback={fallback}>
        <Lazy props={props} />
      </Suspense>
    );
  }
  return { Preloadable, preload };
}

/** An attribute of the frame of the signed in: browsers see by it that they need the frame. Its value says whether it answers to clicks and keys. */
export const SIGNED_IN_ATTRIBUTE = "data-signed-in";

/** An attribute of an answer: browsers see by it that they need Markdown. */
export const MARKDOWN_ATTRIBUTE = "data-markdown";
