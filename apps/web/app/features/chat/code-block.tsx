import { Text } from "@mantine/core";
import { useDeferredValue, useMemo } from "react";
import { useTranslations } from "use-intl/react";
import { useLoaded } from "~/ui/use-loaded";
import { CopyAction } from "./copy-action";
import classes from "./markdown.module.css";

/** Longer code is shown in one color: highlighting it again for each chunk would hold the page up. */
const HIGHLIGHT_MAX_CHARACTERS = 20_000;

/** A block of code with a button that copies it. Highlighted once the page is interactive. */
export function CodeBlock({ language, code }: { language: string | null; code: string }) {
  const t = useTranslations("chat.markdown");
  return (
    <div className={classes["code"]}>
      <div className={classes["codeHead"]}>
        <Text span size="xs" c="dimmed">
          {language ?? t("code")}
        </Text>
        <CopyAction text={code} label={t("copyCode")} />
      </div>
      <pre {...{ tabIndex: 0 }}>
        <code>{language === null ? code : <HighlightedCode language={language} code={code} />}</code>
      </pre>
    </div>
  );
}

const loadHighlighter = () => import("./highlighter");

function HighlightedCode({ language, code }: { language: string; code: string }) {
  const highlighter = useLoaded(loadHighlighter);
  const shown = useDeferredValue(code);
  const parts = useMemo(
    () => (shown.length > HIGHLIGHT_MAX_CHARACTERS ? null : (highlighter?.highlight(shown, language) ?? null)),
    [highlighter, shown, language],
  );
  if (parts === null) return <>{code}</>;
  return (
    <>
      {parts.map(({ text, classes: names, at }) => (
        <span key={at} className={names}>
          {text}
        </span>
      ))}
    </>
  );
}
