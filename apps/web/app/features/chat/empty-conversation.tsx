import { SimpleGrid, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import classes from "./empty-conversation.module.css";

const EXAMPLES = ["explain", "write", "code"] as const;

/** Shown in an empty conversation, with example prompts. */
export function EmptyConversation({
  costCredits,
  onChoose,
}: {
  costCredits: number;
  onChoose: (prompt: string) => void;
}) {
  const t = useTranslations("chat.empty");
  return (
    <Stack className={classes["empty"] ?? ""} gap="lg">
      <Stack gap={4} align="center">
        <Title order={2} size="h2" ta="center">
          {t("title")}
        </Title>
        <Text c="dimmed" ta="center">
          {t("text", { credits: costCredits })}
        </Text>
      </Stack>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        {EXAMPLES.map((example) => (
          <UnstyledButton
            key={example}
            className={classes["example"] ?? ""}
            onClick={() => onChoose(t(`examples.${example}.prompt`))}
          >
            <Text span fw={600} size="sm">
              {t(`examples.${example}.title`)}
            </Text>
            <Text span c="dimmed" size="sm">
              {t(`examples.${example}.prompt`)}
            </Text>
          </UnstyledButton>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
