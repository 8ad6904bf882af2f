import { Anchor } from "@mantine/core";
import { gfmAutolinkLiteralFromMarkdown } from "mdast-util-gfm-autolink-literal";
import { gfmStrikethroughFromMarkdown } from "mdast-util-gfm-strikethrough";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTaskListItemFromMarkdown } from "mdast-util-gfm-task-list-item";
import { mathFromMarkdown } from "mdast-util-math";
import { gfmAutolinkLiteral } from "micromark-extension-gfm-autolink-literal";
import { gfmStrikethrough } from "micromark-extension-gfm-strikethrough";
import { gfmTable } from "micromark-extension-gfm-table";
import { gfmTaskListItem } from "micromark-extension-gfm-task-list-item";
import { math } from "micromark-extension-math";
import { memo, type ReactNode } from "react";
import ReactMarkdown, { type Components, type ExtraProps } from "react-markdown";
import type { Processor } from "unified";
import { useTranslations } from "use-intl/react";
import { MARKDOWN_ATTRIBUTE } from "~/ui/preloadable";
import { CodeBlock, parseCodeBlock } from "./code-block";
import { Formula } from "./formula";
import classes from "./markdown.module.css";
import { normalizeMath } from "./normalize-math";

/**
 * A remark plugin that parses GitHub's tables, task lists, strikethrough and bare links, and formulas in double dollars. Smaller than
 * `remark-gfm` and `remark-math`, which also serialise them.
 */
function remarkParser(this: Processor): void {
  Object.assign(this.data(), {
    micromarkExtensions: [
      gfmAutolinkLiteral(),
      gfmStrikethrough(),
      gfmTable(),
      gfmTaskListItem(),
      math(DOUBLE_DOLLARS),
    ],
    fromMarkdownExtensions: [
      gfmAutolinkLiteralFromMarkdown(),
      gfmStrikethroughFromMarkdown(),
      gfmTableFromMarkdown(),
      gfmTaskListItemFromMarkdown(),
      mathFromMarkdown(),
    ],
  });
}

const DOUBLE_DOLLARS = { singleDollarTextMath: false };
const PLUGINS = [remarkParser];

/** Headings in a reply are shifted below the h2 of the message. */
const COMPONENTS: Components = {
  h1: "h3",
  h2: "h4",
  h3: "h5",
  h4: "h6",
  h5: "h6",
  a: ({ href, children }) => <WebLink address={href}>{children}</WebLink>,
  // An embedded image would reveal the user's address to its server, so it is only linked.
  img: ({ src, alt }) => <WebLink address={src}>{alt || src}</WebLink>,
  pre: Block,
  code: Inline,
  table: ({ children }) => <ScrollingTable>{children}</ScrollingTable>,
  input: ({ checked }) => <TaskCheckbox isDone={checked === true} />,
};

/** Renders a reply as Markdown. HTML in it is shown as text. Memoised, so that a streaming reply does not re-render the others. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <div className={classes["markdown"]} {...{ [MARKDOWN_ATTRIBUTE]: "" }}>
      <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS} urlTransform={(url) => url}>
        {normalizeMath(text)}
      </ReactMarkdown>
    </div>
  );
});

function WebLink({ address, children }: { address: string | undefined; children: ReactNode }) {
  const link = safeLink(address);
  if (link === null) return <span>{children}</span>;
  return (
    <Anchor href={link} target="_blank" rel="noopener noreferrer" inherit>
      {children}
    </Anchor>
  );
}

function ScrollingTable({ children }: { children: ReactNode }) {
  const t = useTranslations("chat.markdown");
  return (
    // Focusable, so that it scrolls by keyboard too.
    <section className={classes["table"]} aria-label={t("table")} {...{ tabIndex: 0 }}>
      <table>{children}</table>
    </section>
  );
}

function TaskCheckbox({ isDone }: { isDone: boolean }) {
  const t = useTranslations("chat.markdown");
  return (
    <span role="img" aria-label={isDone ? t("done") : t("open")}>
      {isDone ? "☑" : "☐"}
    </span>
  );
}

/** A block of code, or a formula between lines of double dollars. */
function Block({ node }: ExtraProps) {
  const { language, code } = parseCodeBlock(node);
  if (language === MATH) return <Formula source={code} isDisplayed />;
  return <CodeBlock language={language} code={code} />;
}

/** Inline code, or a formula within a line. */
function Inline({ className, children }: { className?: string | undefined; children?: ReactNode }) {
  const isFormula = className?.split(" ").includes(`language-${MATH}`) === true;
  if (isFormula && typeof children === "string") return <Formula source={children} isDisplayed={false} />;
  return <code>{children}</code>;
}

/** The language that the parser gives to formulas. */
const MATH = "math";

const SAFE_PROTOCOLS = new Set(["http:", "https:", "mailto:"]);

/** The normalised address of an http, https or mailto link; null for anything else, such as `javascript:`. */
export function safeLink(address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  return SAFE_PROTOCOLS.has(protocol) ? href : null;
}
