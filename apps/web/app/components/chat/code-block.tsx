import { Text } from "@mantine/core";
import type { ExtraProps } from "react-markdown";
import { useTranslations } from "use-intl/react";
import { CopyAction } from "./copy-action";
import classes from "./markdown.module.css";
import { parseCodeBlock } from "./read-code";

/** Code of an answer, with its language and a button that copies it. */
export function CodeBlock({ node }: ExtraProps) {
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
