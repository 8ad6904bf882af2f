import { type DefaultTreeAdapterTypes, parse } from "parse5";

export interface ParsedElement {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  /** The text directly inside the element. */
  text: string;
}

/** All elements of a page, parsed as a browser does. */
export function parseElements(html: string): ParsedElement[] {
  return collectElements(parse(html));
}

function collectElements(node: DefaultTreeAdapterTypes.ParentNode): ParsedElement[] {
  return node.childNodes.flatMap((child) => {
    if (!("tagName" in child)) return [];
    const attributes = Object.fromEntries(child.attrs.map(({ name, value }) => [name, value]));
    const text = child.childNodes.map((inner) => ("value" in inner ? inner.value : "")).join("");
    const content = "content" in child ? collectElements(child.content) : [];
    return [{ tag: child.tagName, attributes, text }, ...content, ...collectElements(child)];
  });
}
