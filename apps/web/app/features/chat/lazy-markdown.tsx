import { startTransition, useEffect, useState } from "react";
import { MARKDOWN_ATTRIBUTE, preloadable } from "~/ui/preloadable";

const { Preloadable, preload } = await preloadable(async () => (await import("./markdown")).Markdown);

/**
 * The server renders Markdown directly. Browsers load the renderer with the first reply they show.
 * @param isTextFirst whether the server, and the browser at first, show the text as it is
 */
export function LazyMarkdown({ text, isTextFirst = false }: { text: string; isTextFirst?: boolean | undefined }) {
  const [isText, setIsText] = useState(isTextFirst);
  // As a transition, so that the browser can respond to the user between two replies.
  useEffect(() => startTransition(() => setIsText(false)), []);
  const asText = <div style={{ whiteSpace: "pre-wrap" }}>{text}</div>;
  return isText ? asText : <Preloadable props={{ text }} fallback={asText} />;
}

/** Loads the Markdown renderer before hydration if the document contains a reply. */
export async function preloadMarkdown(): Promise<void> {
  if (document.querySelector(`[${MARKDOWN_ATTRIBUTE}]`)) await preload();
}
