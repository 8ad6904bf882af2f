import type { ExtraProps } from "react-markdown";

const LANGUAGE_CLASS = "language-";

/** The text of a Markdown code block and the language it names, if any. */
export function parseCodeBlock(block: ExtraProps["node"]): { language: string | null; code: string } {
  const [code] = block?.children ?? [];
  if (code?.type !== "element") return { language: null, code: "" };
  const { className } = code.properties;
  const named = Array.isArray(className)
    ? className.find((name) => String(name).startsWith(LANGUAGE_CLASS))
    : undefined;
  const texts = code.children.map((child) => (child.type === "text" ? child.value : ""));
  return {
    language: named === undefined ? null : String(named).slice(LANGUAGE_CLASS.length),
    code: texts.join("").replace(/\n$/, ""),
  };
}
