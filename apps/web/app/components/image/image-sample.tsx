import { Button, Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { CompareSlider } from "./compare-slider";
import day from "./sample-day.svg";
import night from "./sample-night.svg";

/** What the page does, shown on a drawing, for whoever has made nothing yet. */
export function ImageSample({ onPrompt }: { onPrompt: (prompt: string) => void }) {
  const t = useTranslations("image");
  const prompt = t("sample.prompt");
  return (
    <Stack gap="md">
      <CompareSlider before={day} after={night} alt={t("sample.alt")} />
      <div>
        <Title order={2} size="h4">
          {t("sample.title")}
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          {t("sample.text")}
        </Text>
      </div>
      <Text size="sm" fs="italic">
        {t("sample.quoted", { prompt })}
      </Text>
      <Button variant="default" size="xs" w="fit-content" onClick={() => onPrompt(prompt)}>
        {t("sample.use")}
      </Button>
    </Stack>
  );
}
