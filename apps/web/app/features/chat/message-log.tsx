import { Box, Button, Loader, Skeleton, Text, VisuallyHidden } from "@mantine/core";
import IconArrowDown from "@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs";
import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import classes from "./message-log.module.css";

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

/** A reader this close to the end follows it. */
const NEAR_END_PX = 80;

/** Whether the end of a log that scrolls from its end (a reversed column) is in the reader's sight. */
function useIsScrolledToEnd(log: RefObject<HTMLElement>): boolean {
  const [isInSight, setInSight] = useState(true);
  useEffect(() => {
    const element = log.current;
    if (!element) return;
    const onScroll = () => setInSight(Math.abs(element.scrollTop) < NEAR_END_PX);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => element.removeEventListener("scroll", onScroll);
  }, [log]);
  return isInSight;
}

const ANSWER_WIDTHS = ["95%", "88%", "92%", "60%"];

/** A conversation that is being loaded, in the shape it will have. */
export function ConversationSkeleton() {
  const t = useTranslations("chat");
  return (
    <div className={classes["frame"]}>
      <VisuallyHidden role="status">{t("loading")}</VisuallyHidden>
      <div className={classes["messages"]} aria-hidden>
        <TurnSkeleton questionWidth="45%" />
        <TurnSkeleton questionWidth="60%" />
      </div>
    </div>
  );
}

function TurnSkeleton({ questionWidth }: { questionWidth: string }) {
  return (
    <>
      <Skeleton height={40} width={questionWidth} radius="lg" ml="auto" />
      <div>
        {ANSWER_WIDTHS.map((width) => (
          <Skeleton key={width} height={12} width={width} mt="sm" radius="sm" />
        ))}
      </div>
    </>
  );
}
