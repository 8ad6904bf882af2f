import { MARKDOWN_ATTRIBUTE, preloadable } from "~/ui/preloadable";

const { Preloadable, preload } = await preloadable(async () => (await import("./markdown")).Markdown);

/** The server writes answers as Markdown at once; browsers fetch what that takes with the first answer they show. */
export function LazyMarkdown({ text }: { text: string }) {
  return <Preloadable props={{ text }} fallback={<div style={{ whiteSpace: "pre-wrap" }}>{text}</div>} />;
}

/** Loads what answers take if the document has one. */
export async function preloadMarkdown(): Promise<void> {
  if (document.querySelector(`[${MARKDOWN_ATTRIBUTE}]`)) await preload();
}
