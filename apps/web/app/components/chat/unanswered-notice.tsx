import { Button, Group, Text } from "@mantine/core";
import IconRefresh from "@tabler/icons-react/dist/esm/icons/IconRefresh.mjs";
import { useTranslations } from "use-intl/react";

/** Stands where an answer is missing: it is still being written, or never came. */
export function UnansweredNotice({ onRetry }: { onRetry: (() => void) | null }) {
  const t = useTranslations("chat");
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed">
        {t("unanswered")}
      </Text>
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
