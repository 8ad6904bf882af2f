import { Button, Card, Stack, Text, Title } from "@mantine/core";
import IconPlayerPlay from "@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs";
import { useTranslations } from "use-intl/react";
import scene from "../image/sample-night.svg";
import classes from "./video-sample.module.css";

const SAMPLES = ["sea", "city", "forest"] as const;

/** What the page does and how to begin, for whoever has made nothing yet. */
export function VideoSample({ onPrompt }: { onPrompt: (prompt: string) => void }) {
  const t = useTranslations("video.sample");
  return (
    <Card>
      <Stack gap="md">
        <div className={classes["stage"]}>
          <img src={scene} alt="" />
          <span>
            <IconPlayerPlay size={28} aria-hidden />
          </span>
        </div>
        <div>
          <Title order={2} size="h4">
            {t("title")}
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            {t("text")}
          </Text>
        </div>
        <Stack gap="xs" align="stretch">
          {SAMPLES.map((sample) => (
            <Button
              key={sample}
              variant="default"
              h="auto"
              py="xs"
              justify="flex-start"
              classNames={{ label: classes["words"] ?? "" }}
              fw={400}
              onClick={() => onPrompt(t(`prompt.${sample}`))}
            >
              {t(`prompt.${sample}`)}
            </Button>
          ))}
        </Stack>
      </Stack>
    </Card>
  );
}
