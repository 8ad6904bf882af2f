import { Button, Group, Text, Title } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import type { CollectionQuestion } from "./collection-dialogs";

interface CollectionHeaderProps {
  collection: { id: string; name: string; works: number };
  onAsk: (question: CollectionQuestion) => void;
}

/** The name of the collection that the library shows, and what can be done with it. */
export function CollectionHeader({ collection, onAsk }: CollectionHeaderProps) {
  const t = useTranslations("collections");
  const buttonProps = { variant: "subtle", color: "gray", size: "compact-sm", "aria-haspopup": "dialog" } as const;
  return (
    <Group justify="space-between" gap="xs">
      <div style={{ minWidth: 0 }}>
        <Title order={2} size="h4" style={{ overflowWrap: "anywhere" }}>
          {collection.name}
        </Title>
        <Text size="sm" c="dimmed">
          {t("works", { count: collection.works })}
        </Text>
      </div>
      <Group gap={4}>
        <Button {...buttonProps} onClick={() => onAsk({ ask: "rename", collection })}>
          {t("rename")}
        </Button>
        <Button {...buttonProps} onClick={() => onAsk({ ask: "delete", collection })}>
          {t("delete")}
        </Button>
      </Group>
    </Group>
  );
}
