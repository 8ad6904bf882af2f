import { Anchor } from "@mantine/core";
import { memo, type ReactNode } from "react";
import ReactMarkdown, { type Components } from "react-markdown";

import { useTranslations } from "use-intl/react";
import { CodeBlock } from "./code-block";
import classes from "./markdown.module.css";
import { safeLink } from "./markdown-links";
import { MARKDOWN_ATTRIBUTE } from "./markdown-mark";
import { remarkGfmParser } from "./read-gfm";

const PLUGINS = [remarkGfmParser];

/** An answer's headings stand below the one that says whose message it is. */
const COMPONENTS: Components = {
  h1: "h3",
  h2: "h4",
  h3: "h5",
  h4: "h6",
  h5: "h6",
  a: ({ href, children }) => <WebLink address={href}>{children}</WebLink>,
  // A picture would tell its server who reads the answer: the reader decides whether to open it.
  img: ({ src, alt }) => <WebLink address={src}>{alt || src}</WebLink>,
  pre: ({ node }) => <CodeBlock node={node} />,
  table: ({ children }) => <ScrollingTable>{children}</ScrollingTable>,
  input: ({ checked }) => <TaskCheckbox isDone={checked === true} />,
};

/** An answer as it was meant: Markdown without HTML of its own. Remembered, so that an arriving answer draws only itself anew. */
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
    // Scrolls by keyboard too.
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
