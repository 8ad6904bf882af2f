import { Group, Text, Title } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { SessionDrawer } from "./session-drawer";
import type { SessionListProps } from "./session-list";

interface ChatHeaderProps {
  /** Undefined for a chat that has not begun. */
  title: string | undefined;
  model: string | undefined;
  list: SessionListProps;
}

/** Which chat is open and which model answers in it. */
export function ChatHeader({ title, model, list }: ChatHeaderProps) {
  const t = useTranslations("chat");
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm" mih={34}>
      <div style={{ minWidth: 0 }}>
        <Title order={1} size="h4" lineClamp={1} style={{ overflowWrap: "anywhere" }}>
          {title ?? t("newChat")}
        </Title>
        {model ? (
          <Text size="xs" c="dimmed" truncate>
            {t("model", { model })}
          </Text>
        ) : null}
      </div>
      <SessionDrawer {...list} />
    </Group>
  );
}
