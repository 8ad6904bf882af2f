import { Anchor } from "@mantine/core";
import type { Definition, List, ListItem, Nodes, Table, TableRow } from "mdast";
import { createContext, createElement, type ElementType, memo, type ReactNode, useContext } from "react";
import { useTranslations } from "use-intl/react";
import { MARKDOWN_ATTRIBUTE } from "~/ui/preloadable";
import { CodeBlock } from "./code-block";
import { Formula } from "./formula";
import classes from "./markdown.module.css";
import { parseMarkdown, type SyntaxExtension } from "./parse-markdown";

/**
 * Renders a reply as Markdown, or as text where parsing would take too long. Memoised, so that a streaming reply does not re-render the others.
 *
 * The parser is that of react-markdown. Its tree becomes elements here, without react-markdown's own steps in between: those are for HTML and
 * plugins, and took 19 of 45 kB.
 * @param cjk what CjkMarkdown adds to the syntax
 */
export const Markdown = memo(function Markdown({ text, cjk }: { text: string; cjk?: SyntaxExtension }) {
  const document = parseMarkdown(text, cjk);
  const attributes = { className: classes[document ? "markdown" : "unparsed"], [MARKDOWN_ATTRIBUTE]: cjk ? "cjk" : "" };
  return document ? wrap("div", document, definedLinks(document), attributes) : <div {...attributes}>{text}</div>;
});

/** Link definitions by their identifier. */
type DefinedLinks = ReadonlyMap<string, Definition>;

/** As CommonMark says, the first of several definitions counts. */
function definedLinks(document: Container): DefinedLinks {
  const links = new Map<string, Definition>();
  const nodes: Nodes[] = [...document.children];
  for (const node of nodes) {
    if (node.type === "definition" && !links.has(node.identifier)) links.set(node.identifier, node);
    if ("children" in node) nodes.push(...node.children);
  }
  return links;
}

/** The document, a block or a part of a text. */
interface Container {
  children: readonly Nodes[];
}

function renderEach({ children }: Container, links: DefinedLinks): ReactNode[] {
  return children.map((node) => renderNode(node, links));
}

/** An element around the rendered children of a node. Children that are passed as arguments need no keys. */
function wrap(tag: ElementType, node: Container, links: DefinedLinks, props: object | null = null): ReactNode {
  return createElement(tag, props, ...renderEach(node, links));
}

/** Headings in a reply are shifted below the h2 of the message. */
const HEADINGS = { 1: "h3", 2: "h4", 3: "h5", 4: "h6", 5: "h6", 6: "h6" } as const;

function renderNode(node: Nodes, links: DefinedLinks): ReactNode {
  switch (node.type) {
    case "text":
      return node.value;
    case "paragraph":
      return wrap("p", node, links);
    case "heading":
      return wrap(HEADINGS[node.depth], node, links);
    case "emphasis":
      return wrap("em", node, links);
    case "strong":
      return wrap("strong", node, links);
    case "delete":
      return wrap("del", node, links);
    case "blockquote":
      return wrap("blockquote", node, links);
    case "break":
      return <br />;
    case "thematicBreak":
      return <hr />;
    case "inlineCode":
      return <code>{node.value}</code>;
    case "code":
      if (node.lang === "math") return <Formula source={node.value} isDisplayed />;
      return <CodeBlock language={node.lang ?? null} code={node.value} />;
    case "math":
      return <Formula source={node.value} isDisplayed />;
    case "inlineMath":
      return <Formula source={node.value} isDisplayed={false} />;
    case "link":
      return wrap(WebLink, node, links, { address: node.url });
    case "linkReference":
      return wrap(WebLink, node, links, { address: links.get(node.identifier)?.url });
    // An embedded image would reveal the user's address to its server, so it is only linked.
    case "image":
      return <WebLink address={node.url}>{node.alt || node.url}</WebLink>;
    case "imageReference":
      return <WebLink address={links.get(node.identifier)?.url}>{node.alt || node.identifier}</WebLink>;
    case "list":
      return renderList(node, links);
    case "table":
      return <ScrollingTable table={node} links={links} />;
    default:
      return null;
  }
}

function renderList(list: List, links: DefinedLinks): ReactNode {
  const isLoose = list.spread || list.children.some(({ spread }) => spread);
  const items = list.children.map((item) => renderItem(item, isLoose, links));
  if (!list.ordered) return createElement("ul", null, ...items);
  return createElement("ol", list.start === 1 ? null : { start: list.start }, ...items);
}

/** As in HTML made from Markdown, the text of an item is a paragraph of its own only in a list with empty lines. */
function renderItem(item: ListItem, isLoose: boolean, links: DefinedLinks): ReactNode {
  const checkbox = typeof item.checked === "boolean" && <TaskCheckbox isDone={item.checked} />;
  const contents = item.children.map((node, index) => {
    const before = index === 0 && checkbox ? [checkbox, " "] : [];
    if (node.type !== "paragraph") return [...before, renderNode(node, links)];
    const text = [...before, ...renderEach(node, links)];
    return isLoose ? [createElement("p", null, ...text)] : text;
  });
  return createElement("li", null, ...contents.flat());
}

const IsInLink = createContext(false);

/** HTML has no links within links: of a picture in a link, only its text is shown. */
function WebLink({ address, children }: { address: string | undefined; children: ReactNode }) {
  const isInLink = useContext(IsInLink);
  const link = safeLink(address);
  if (link === null || isInLink) return <span>{children}</span>;
  return (
    <IsInLink.Provider value>
      <Anchor href={link} target="_blank" rel="noopener noreferrer" inherit>
        {children}
      </Anchor>
    </IsInLink.Provider>
  );
}

function ScrollingTable({ table, links }: { table: Table; links: DefinedLinks }) {
  const t = useTranslations("chat.markdown");
  const [head, ...body] = table.children;
  return (
    // Focusable, so that it scrolls by keyboard too.
    <section className={classes["table"]} aria-label={t("table")} {...{ tabIndex: 0 }}>
      <table>
        <thead>{head && renderRow("th", head, table, links)}</thead>
        {body.length > 0 && createElement("tbody", null, ...body.map((row) => renderRow("td", row, table, links)))}
      </table>
    </section>
  );
}

/** A larger table is not filled: of 6 kB of text, a thousand columns and rows would make a million cells. */
const FILLED_CELLS_MAX = 10_000;

/** A row has as many cells as the table has columns. */
function renderRow(tag: "th" | "td", row: TableRow, { align, children: rows }: Table, links: DefinedLinks): ReactNode {
  const columns = align ?? [];
  const isFilled = columns.length * rows.length <= FILLED_CELLS_MAX;
  const cells = columns
    .slice(0, isFilled ? columns.length : row.children.length)
    .map((textAlign, column) =>
      wrap(tag, row.children[column] ?? { children: [] }, links, textAlign ? { style: { textAlign } } : null),
    );
  return createElement("tr", null, ...cells);
}

function TaskCheckbox({ isDone }: { isDone: boolean }) {
  const t = useTranslations("chat.markdown");
  return (
    <span role="img" aria-label={isDone ? t("done") : t("open")}>
      {isDone ? "☑" : "☐"}
    </span>
  );
}

const SAFE_PROTOCOLS = new Set(["http:", "https:", "mailto:"]);

/** The normalised address of an http, https or mailto link; null for anything else, such as `javascript:`. */
export function safeLink(address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  return SAFE_PROTOCOLS.has(protocol) ? href : null;
}
