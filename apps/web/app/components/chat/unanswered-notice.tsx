import { Button, Group, Text } from "@mantine/core";
import IconRefresh from "@tabler/icons-react/dist/esm/icons/IconRefresh.mjs";
import { useTranslations } from "use-intl/react";

interface UnansweredNoticeProps {
  /** The answer is still being written. */
  isPending: boolean;
  /** What the message cost; null where it is told elsewhere. */
  creditsCharged: number | null;
  onRetry: (() => void) | null;
}

/** Stands where an answer is missing: it is still being written, or never came. */
export function UnansweredNotice({ isPending, creditsCharged, onRetry }: UnansweredNoticeProps) {
  const t = useTranslations("chat");
  return (
    <Group gap="sm">
      <div>
        <Text size="sm" c="dimmed">
          {isPending ? t("unanswered") : t("noAnswer")}
        </Text>
        {isPending || creditsCharged === null ? null : <ChargeLine creditsCharged={creditsCharged} />}
      </div>
      {onRetry ? (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={onRetry}
        >
          {t("askAgain")}
        </Button>
      ) : null}
    </Group>
  );
}

/** Says under an answer that failed whether its message was charged. */
export function ChargeLine({ creditsCharged }: { creditsCharged: number }) {
  const t = useTranslations("chat");
  return (
    <Text size="sm" mt={4}>
      {creditsCharged === 0 ? t("notCharged") : t("charged", { credits: creditsCharged })}
    </Text>
  );
}
