import { common, createLowlight } from "lowlight";

/** Highlights the languages that are common in replies. Loaded with the first block of code that is shown. */
const lowlight = createLowlight(common);

/** A part of highlighted code, and the classes of highlight.js that color it. */
export interface CodePart {
  text: string;
  classes: string;
  /** Where the part begins in the code, in characters. */
  at: number;
}

/** @returns null for a language it does not know */
export function highlight(code: string, language: string): CodePart[] | null {
  if (!lowlight.registered(language)) return null;
  let at = 0;
  return partsOf(lowlight.highlight(language, code), "").map((part) => {
    const placed = { ...part, at };
    at += part.text.length;
    return placed;
  });
}

type Root = ReturnType<typeof lowlight.highlight>;

function partsOf(node: Root | Root["children"][number], classes: string): Omit<CodePart, "at">[] {
  if (node.type === "text") return [{ text: node.value, classes }];
  if (node.type !== "element" && node.type !== "root") return [];
  const own = node.type === "element" ? node.properties["className"] : undefined;
  const inner = Array.isArray(own) ? own.join(" ") : classes;
  return node.children.flatMap((child) => partsOf(child, inner));
}
