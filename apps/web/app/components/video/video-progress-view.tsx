import { Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { ElapsedTime } from "../generation/elapsed";
import classes from "./video-card.module.css";
import type { VideoStage } from "./video-task";

/** Where a video is that is being made, and for how long already. */
export function VideoProgressView({ stage, sinceMs }: { stage: VideoStage; sinceMs: number | null }) {
  const t = useTranslations("video");
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={500} aria-live="polite">
          {t(`stage.${stage}`)}
        </Text>
        <Text size="sm" c="dimmed">
          {sinceMs === null ? null : <ElapsedTime sinceMs={sinceMs} />}
        </Text>
      </Group>
      <div className={classes["track"]} aria-hidden />
      <Text size="xs" c="dimmed">
        {t("mayLeave")}
      </Text>
    </Stack>
  );
}
