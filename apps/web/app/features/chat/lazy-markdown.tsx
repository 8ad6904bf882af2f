import { startTransition, useEffect, useState } from "react";
import { MARKDOWN_ATTRIBUTE, preloadable } from "~/ui/preloadable";

const plain = await preloadable(async () => (await import("./markdown")).Markdown);
const cjk = await preloadable(async () => (await import("./cjk-markdown")).CjkMarkdown);

/** Punctuation, kana and ideographs; Hangul. */
const CJK = /[\u2e80-\u9fff\uac00-\ud7af]/;

/**
 * The server renders Markdown directly. Browsers load the renderer with the first reply they show, and what Chinese, Japanese and Korean text
 * needs with the first of those.
 * @param isTextFirst whether the server, and the browser at first, show the text as it is
 */
export function LazyMarkdown({ text, isTextFirst = false }: { text: string; isTextFirst?: boolean | undefined }) {
  const [isText, setIsText] = useState(isTextFirst);
  // As a transition, so that the browser can respond to the user between two replies.
  useEffect(() => startTransition(() => setIsText(false)), []);
  const asText = <div style={{ whiteSpace: "pre-wrap" }}>{text}</div>;
  if (isText) return asText;
  const asPlain = <plain.Preloadable props={{ text }} fallback={asText} />;
  return CJK.test(text) ? <cjk.Preloadable props={{ text }} fallback={asPlain} /> : asPlain;
}

/** Loads what the replies in the document need, before hydration. */
export async function preloadMarkdown(): Promise<void> {
  const replies = [...document.querySelectorAll(`[${MARKDOWN_ATTRIBUTE}]`)];
  await Promise.all(replies.map((reply) => (reply.getAttribute(MARKDOWN_ATTRIBUTE) ? cjk : plain).preload()));
}
