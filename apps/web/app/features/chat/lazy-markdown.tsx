import { MARKDOWN_ATTRIBUTE, preloadable } from "~/ui/preloadable";

const { Preloadable, preload } = await preloadable(async () => (await import("./markdown")).Markdown);

/** The server renders Markdown directly. Browsers load the renderer with the first reply they show. */
export function LazyMarkdown({ text }: { text: string }) {
  return <Preloadable props={{ text }} fallback={<div style={{ whiteSpace: "pre-wrap" }}>{text}</div>} />;
}

/** Loads the Markdown renderer before hydration if the document contains a reply. */
export async function preloadMarkdown(): Promise<void> {
  if (document.querySelector(`[${MARKDOWN_ATTRIBUTE}]`)) await preload();
}
