import { Box, Button, Loader, Skeleton, Text, VisuallyHidden } from "@mantine/core";
import IconArrowDown from "@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs";
import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import classes from "./message-log.module.css";

interface MessageLogProps {
  logRef: RefObject<HTMLDivElement>;
  /** Called by the button that jumps to the latest message. */
  onJump: () => void;
  children: ReactNode;
}

/** The scrollable messages. Stays scrolled to the end until the user scrolls up. */
export function MessageLog({ logRef, onJump, children }: MessageLogProps) {
  const t = useTranslations("chat");
  const isAtEnd = useIsScrolledToEnd(logRef);
  return (
    <div className={classes["frame"]}>
      <Box component="section" aria-label={t("messages")} tabIndex={0} className={classes["log"] ?? ""} ref={logRef}>
        <div className={classes["messages"]}>{children}</div>
      </Box>
      {isAtEnd ? null : (
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

export function ThinkingIndicator() {
  const t = useTranslations("chat");
  return (
    <Text c="dimmed" className={classes["thinking"] ?? ""}>
      <Loader type="dots" size="xs" color="gray" aria-hidden />
      {t("thinking")}
    </Text>
  );
}

interface ReplyStatusProps {
  isReplying: boolean;
  isStopped: boolean;
  hasReplied: boolean;
}

/** Announces to screen readers that a reply has started, was stopped or is complete, not each chunk. */
export function ReplyStatus({ isReplying, isStopped, hasReplied }: ReplyStatusProps) {
  const t = useTranslations("chat.status");
  const text = isReplying ? t("replying") : isStopped ? t("stopped") : hasReplied ? t("complete") : "";
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}

/** Within this distance the log counts as scrolled to its end. */
const NEAR_END_PX = 80;

/** Whether the log is scrolled to its end. In a reversed column the end is at `scrollTop` 0. */
function useIsScrolledToEnd(log: RefObject<HTMLElement>): boolean {
  const [isAtEnd, setIsAtEnd] = useState(true);
  useEffect(() => {
    const element = log.current;
    if (!element) return;
    const onScroll = () => setIsAtEnd(Math.abs(element.scrollTop) < NEAR_END_PX);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => element.removeEventListener("scroll", onScroll);
  }, [log]);
  return isAtEnd;
}

const REPLY_LINE_WIDTHS = ["95%", "88%", "92%", "60%"];

export function ConversationSkeleton() {
  const t = useTranslations("chat");
  return (
    <div className={classes["frame"]}>
      <VisuallyHidden role="status">{t("loading")}</VisuallyHidden>
      <div className={classes["messages"]} aria-hidden>
        <TurnSkeleton userMessageWidth="45%" />
        <TurnSkeleton userMessageWidth="60%" />
      </div>
    </div>
  );
}

function TurnSkeleton({ userMessageWidth }: { userMessageWidth: string }) {
  return (
    <>
      <Skeleton height={40} width={userMessageWidth} radius="lg" ml="auto" />
      <div>
        {REPLY_LINE_WIDTHS.map((width) => (
          <Skeleton key={width} height={12} width={width} mt="sm" radius="sm" />
        ))}
      </div>
    </>
  );
}
