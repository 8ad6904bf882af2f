import { Anchor, Text } from "@mantine/core";
import { gfmAutolinkLiteralFromMarkdown } from "mdast-util-gfm-autolink-literal";
import { gfmStrikethroughFromMarkdown } from "mdast-util-gfm-strikethrough";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTaskListItemFromMarkdown } from "mdast-util-gfm-task-list-item";
import { gfmAutolinkLiteral } from "micromark-extension-gfm-autolink-literal";
import { gfmStrikethrough } from "micromark-extension-gfm-strikethrough";
import { gfmTable } from "micromark-extension-gfm-table";
import { gfmTaskListItem } from "micromark-extension-gfm-task-list-item";
import { memo, type ReactNode } from "react";
import ReactMarkdown, { type Components, type ExtraProps } from "react-markdown";
import type { Processor } from "unified";
import { useTranslations } from "use-intl/react";
import { MARKDOWN_ATTRIBUTE } from "~/ui/preloadable";
import { CopyAction } from "./copy-action";
import classes from "./markdown.module.css";

/**
 * A remark plugin that parses GitHub's tables, task lists, strikethrough and bare links. Smaller than `remark-gfm`, which also serialises
 * them.
 */
function remarkGfmParser(this: Processor): void {
  Object.assign(this.data(), {
    micromarkExtensions: [gfmAutolinkLiteral(), gfmStrikethrough(), gfmTable(), gfmTaskListItem()],
    fromMarkdownExtensions: [
      gfmAutolinkLiteralFromMarkdown(),
      gfmStrikethroughFromMarkdown(),
      gfmTableFromMarkdown(),
      gfmTaskListItemFromMarkdown(),
    ],
  });
}

const PLUGINS = [remarkGfmParser];

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
  pre: ({ node }) => <CodeBlock node={node} />,
  table: ({ children }) => <ScrollingTable>{children}</ScrollingTable>,
  input: ({ checked }) => <TaskCheckbox isDone={checked === true} />,
};

/** Renders a reply as Markdown. HTML in it is shown as text. Memoised, so that a streaming reply does not re-render the others. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <div className={classes["markdown"]} {...{ [MARKDOWN_ATTRIBUTE]: "" }}>
      <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS} urlTransform={(url) => url}>
        {text}
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

function CodeBlock({ node }: ExtraProps) {
  const t = useTranslations("chat.markdown");
  const { language, code } = parseCodeBlock(node);
  return (
    <div className={classes["code"]}>
      <div className={classes["codeHead"]}>
        <Text span size="xs" c="dimmed">
          {language ?? t("code")}
        </Text>
        <CopyAction text={code} label={t("copyCode")} />
      </div>
      <pre {...{ tabIndex: 0 }}>
        <code>{code}</code>
      </pre>
    </div>
  );
}

const LANGUAGE_CLASS = "language-";

/** The text and the language, if any, of a code block. */
function parseCodeBlock(block: ExtraProps["node"]): { language: string | null; code: string } {
  const [code] = block?.children ?? [];
  if (code?.type !== "element") return { language: null, code: "" };
  const { className } = code.properties;
  const languageClass = Array.isArray(className)
    ? className.find((name) => String(name).startsWith(LANGUAGE_CLASS))
    : undefined;
  const texts = code.children.map((child) => (child.type === "text" ? child.value : ""));
  return {
    language: languageClass === undefined ? null : String(languageClass).slice(LANGUAGE_CLASS.length),
    code: texts.join("").replace(/\n$/, ""),
  };
}

const SAFE_PROTOCOLS = new Set(["http:", "https:", "mailto:"]);

/** The normalised address of an http, https or mailto link; null for anything else, such as `javascript:`. */
export function safeLink(address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  return SAFE_PROTOCOLS.has(protocol) ? href : null;
}
