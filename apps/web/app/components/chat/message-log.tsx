import { Box, Button, Loader, Text, VisuallyHidden } from "@mantine/core";
import IconArrowDown from "@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs";
import type { ReactNode, RefObject } from "react";
import { useTranslations } from "use-intl/react";
import classes from "./message-log.module.css";
import { useIsScrolledToEnd } from "./use-end-in-sight";

interface MessageLogProps {
  logRef: RefObject<HTMLDivElement>;
  /** The reader wants to see the latest again. */
  onJump: () => void;
  children: ReactNode;
}

/** The messages, scrolled to their end as long as the reader stays there. */
export function MessageLog({ logRef, onJump, children }: MessageLogProps) {
  const t = useTranslations("chat");
  const isEndInSight = useIsScrolledToEnd(logRef);
  return (
    <div className={classes["frame"]}>
      <Box component="section" aria-label={t("messages")} tabIndex={0} className={classes["log"] ?? ""} ref={logRef}>
        <div className={classes["messages"]}>{children}</div>
      </Box>
      {isEndInSight ? null : (
        <Button
          className={classes["jump"] ?? ""}
          variant="default"
          size="compact-md"
          radius="xl"
          leftSection={<IconArrowDown size={16} aria-hidden />}
          onClick={onJump}
        >
          {t("jumpToLatest")}
        </Button>
      )}
    </div>
  );
}

/** Stands where the answer will begin. */
export function ThinkingIndicator() {
  const t = useTranslations("chat");
  return (
    <Text c="dimmed" className={classes["thinking"] ?? ""}>
      <Loader type="dots" size="xs" color="gray" aria-hidden />
      {t("thinking")}
    </Text>
  );
}

/** Tells screen readers when an answer begins and when it is complete, and nothing in between. */
export function AnswerStatus({ isAnswering, hasAnswered }: { isAnswering: boolean; hasAnswered: boolean }) {
  const t = useTranslations("chat.status");
  const text = isAnswering ? t("answering") : hasAnswered ? t("complete") : "";
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}
