import { useLayoutEffect, useRef } from "react";
import { useLoaded } from "~/ui/use-loaded";
import classes from "./markdown.module.css";

/**
 * A formula comes from a model and is not trusted: links and pictures are off, macros and sizes are bounded. What KaTeX cannot parse is
 * shown as its source. The output is MathML, which browsers draw with their own fonts and screen readers read.
 */
export const KATEX_OPTIONS = {
  output: "mathml",
  throwOnError: false,
  trust: false,
  strict: "ignore",
  maxExpand: 200,
  maxSize: 20,
} as const;

const loadKatex = async () => (await import("katex")).default;

/** A formula in LaTeX. Its source is shown until the page is interactive. */
export function Formula({ source, isDisplayed }: { source: string; isDisplayed: boolean }) {
  const katex = useLoaded(loadKatex);
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (katex && place.current) katex.render(source, place.current, { ...KATEX_OPTIONS, displayMode: isDisplayed });
  }, [katex, source, isDisplayed]);
  const look = isDisplayed ? { className: classes["formula"], tabIndex: 0 } : {};
  // Two elements: React must not touch the one that KaTeX fills.
  const shown = katex ? <span key="formula" ref={place} {...look} /> : <code key="source">{source}</code>;
  // In an element of their own, because a browser that translates the page replaces the texts around it.
  return <span translate="no">{shown}</span>;
}
