import { Box, Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { FailedNotice } from "./failed-notice";
import type { GenerationDetail } from "./generation";
import { GenerationActions } from "./generation-actions";
import { GenerationFacts } from "./generation-facts";
import classes from "./generation-view.module.css";
import { VideoPlayer } from "./video-player";

interface GenerationViewProps {
  generation: GenerationDetail;
  onDelete: () => void;
}

/** An image or video as large as there is room, with all that is known of it and what can be done. */
export function GenerationView({ generation, onDelete }: GenerationViewProps) {
  const t = useTranslations("history.detail");
  return (
    <Stack gap="md">
      <Result generation={generation} />
      {generation.status === "failed" ? <FailedNotice generation={generation} /> : null}
      <div>
        <Title order={3} size="sm" c="dimmed" fw={500} mb={4}>
          {t("prompt")}
        </Title>
        <Text className={classes["prompt"] ?? ""}>{generation.prompt}</Text>
      </div>
      <GenerationActions generation={generation} onDelete={onDelete} />
      <GenerationFacts generation={generation} />
    </Stack>
  );
}

function Result({ generation: { type, resultUrl, prompt } }: { generation: GenerationDetail }) {
  const t = useTranslations("history.detail");
  if (!resultUrl) return null;
  return (
    <Box className={classes["result"] ?? ""}>
      {type === "video" ? (
        <VideoPlayer key={resultUrl} src={resultUrl} label={prompt} />
      ) : (
        <a href={resultUrl} target="_blank" rel="noreferrer" title={t("openFull")}>
          <img src={resultUrl} alt={prompt} />
        </a>
      )}
    </Box>
  );
}
