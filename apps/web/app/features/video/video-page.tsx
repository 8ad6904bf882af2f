import type { ApiOutputs } from "@app/api/root";
import type { VideoChoices } from "@app/core/video/video-choices";
import { Button, Card, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import IconPlayerPlay from "@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs";
import { useRef } from "react";
import { useTranslations } from "use-intl/react";
import { PageHeader } from "~/ui/page-layout";
import { useDraft } from "~/ui/use-draft";
import {
  GenerationFailure,
  NotConfigured,
  RerunSourceMissing,
  usePromptFromAddress,
  useRerun,
} from "../generation/generation-notices";
import { useReference } from "../generation/use-reference";
import scene from "../image/sample-night.svg";
import { useOpenVideos } from "./open-videos";
import { useVideoGeneration } from "./use-video-generation";
import { VideoCard } from "./video-card";
import { VideoForm } from "./video-form";
import classes from "./video-sample.module.css";
import { defaultVideoSettings, offeredSettings, type VideoSettings, videoSettingsFrom } from "./video-settings";
import type { ShownVideo, VideoRequestSettings } from "./video-task";

interface VideoPageProps {
  choices: VideoChoices;
  /** The user's most recently ended videos. */
  latest: readonly ShownVideo[];
  /** The earlier generation to repeat, if the URL names one. */
  earlier: ApiOutputs["studio"]["earlier"];
  isEarlierMissing: boolean;
  refundsFailures: boolean;
  isConfigured: boolean;
}

/** Generates videos and shows their progress. */
export function VideoPage(props: VideoPageProps) {
  const { choices, latest, earlier, isEarlierMissing, refundsFailures, isConfigured } = props;
  const t = useTranslations("video");
  const generation = useVideoGeneration();
  const { videos: open } = useOpenVideos();
  const reference = useReference("video", earlier?.imageUrl ?? "");
  const initial = earlier ? videoSettingsFrom(earlier, choices) : defaultVideoSettings(choices);
  const [draft, setSettings] = useDraft<VideoSettings>("video.settings", initial);
  // A stored draft may contain choices that are no longer offered.
  const settings = offeredSettings(draft, choices);
  const form = useRef<HTMLDivElement>(null);
  const fill = (request: VideoRequestSettings) => {
    setSettings(videoSettingsFrom(request, choices));
    reference.setUrl(request.imageUrl ?? "");
  };
  useRerun(earlier, fill);
  usePromptFromAddress((prompt) => setSettings({ ...settings, prompt }));
  const videos = [...open, ...latest.filter(({ id }) => open.every((video) => video.id !== id))];
  const { error, lastRequest } = generation;
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      {isConfigured ? null : <NotConfigured part="video" />}
      {isEarlierMissing ? <RerunSourceMissing /> : null}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Card ref={form} style={{ alignSelf: "start" }}>
          <VideoForm
            choices={choices}
            reference={reference}
            settings={settings}
            onSettings={setSettings}
            onRequest={generation.request}
            isSubmitting={generation.isPending}
          />
        </Card>
        <Stack gap="lg" miw={0}>
          {error && lastRequest ? (
            <GenerationFailure
              error={error}
              refundsFailures={refundsFailures}
              retryLabel={t("retry")}
              onRetry={() => generation.request(lastRequest)}
            />
          ) : null}
          {videos.length === 0 ? <VideoSample onPrompt={(prompt) => setSettings({ ...settings, prompt })} /> : null}
          {videos.map((video) => (
            <VideoCard
              key={video.id}
              video={video}
              refundsFailures={refundsFailures}
              onReuse={(request) => {
                fill(request);
                form.current?.querySelector("textarea")?.focus();
              }}
            />
          ))}
        </Stack>
      </SimpleGrid>
    </>
  );
}

const SAMPLES = ["sea", "city", "forest"] as const;

/** Example prompts for users without videos. */
function VideoSample({ onPrompt }: { onPrompt: (prompt: string) => void }) {
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
              classNames={{ label: classes["prompt"] ?? "" }}
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
