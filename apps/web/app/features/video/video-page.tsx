import type { ApiOutputs } from "@app/api/root";
import { VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import type { VideoChoices } from "@app/core/video/video-choices";
import { Button, Card, Stack, Text, Title } from "@mantine/core";
import IconPlayerPlay from "@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs";
import { useRef } from "react";
import { useTranslations } from "use-intl/react";
import { NotConfigured } from "~/ui/failure-notice";
import { PageHeader } from "~/ui/page-layout";
import { useDraft } from "~/ui/use-draft";
import { useComposedPrompt } from "../generation/composed-prompt";
import { GenerationFailure, RerunSourceMissing, useRerun } from "../generation/generation-notices";
import { StudioLayout, useCanvas } from "../generation/studio-layout";
import { useReference } from "../generation/use-reference";
import scene from "../image/sample-night.svg";
import { useOpenVideos } from "./open-videos";
import { useVideoGeneration } from "./use-video-generation";
import { useUsualWaitText, VideoCard } from "./video-card";
import { VideoForm } from "./video-form";
import { DEFAULT_VIDEO_PRESETS, offeredVideoPresets, type VideoPresets } from "./video-presets";
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
  usualWait: ApiOutputs["video"]["usualWait"];
  refundsFailures: boolean;
  isConfigured: boolean;
}

/** Generates videos and shows their progress. */
export function VideoPage(props: VideoPageProps) {
  const { choices, latest, earlier, isEarlierMissing, usualWait, refundsFailures, isConfigured } = props;
  const t = useTranslations("video");
  const usualText = useUsualWaitText();
  const generation = useVideoGeneration();
  const { videos: open } = useOpenVideos();
  const reference = useReference("video", earlier?.imageUrl ?? "");
  const initial = earlier ? videoSettingsFrom(earlier, choices) : defaultVideoSettings(choices);
  const [draft, setSettings] = useDraft<VideoSettings>("video.settings", initial);
  // A stored draft may contain choices that are no longer offered.
  const settings = offeredSettings(draft, choices);
  const [presetsDraft, setPresets] = useDraft<VideoPresets>("video.presets", DEFAULT_VIDEO_PRESETS);
  const presets = offeredVideoPresets(presetsDraft);
  const { canvasRef, showCanvas } = useCanvas();
  const form = useRef<HTMLDivElement>(null);
  const fill = (request: VideoRequestSettings) => {
    setSettings(videoSettingsFrom(request, choices));
    // The prompt of an earlier generation contains the words of its presets.
    setPresets(DEFAULT_VIDEO_PRESETS);
    reference.setUrl(request.imageUrl ?? "");
  };
  useRerun(earlier, fill);
  useComposedPrompt("video", (prompt) => setSettings({ ...settings, prompt }));
  const videos = [
    ...open.map((video) => withLoadedData(video, latest)),
    ...latest.filter(({ id }) => open.every((video) => video.id !== id)),
  ];
  const { error, lastRequest } = generation;
  return (
    <>
      <PageHeader title={t("title")} description={[t("description"), usualText(usualWait)].join(" ").trim()} />
      {isConfigured ? null : <NotConfigured part="video" />}
      {isEarlierMissing ? <RerunSourceMissing /> : null}
      <StudioLayout
        canvasRef={canvasRef}
        controls={
          <div ref={form}>
            <VideoForm
              choices={choices}
              reference={reference}
              settings={settings}
              onSettings={setSettings}
              presets={presets}
              onPresets={setPresets}
              onRequest={(input) => {
                generation.request(input);
                showCanvas();
              }}
              isSubmitting={generation.isPending}
            />
          </div>
        }
        canvas={
          <>
            {error && lastRequest ? (
              <GenerationFailure
                error={error}
                refundsFailures={refundsFailures}
                retryLabel={t("retryFor", { credits: VIDEO_COST_CREDITS })}
                onRetry={() => generation.request(lastRequest)}
              />
            ) : null}
            {videos.length === 0 ? <VideoSample onPrompt={(prompt) => setSettings({ ...settings, prompt })} /> : null}
            {videos.map((video) => (
              <VideoCard
                key={video.id}
                video={video}
                usualWait={usualWait}
                refundsFailures={refundsFailures}
                onReuse={(request) => {
                  fill(request);
                  form.current?.querySelector("textarea")?.focus();
                }}
              />
            ))}
          </>
        }
      />
    </>
  );
}

/** A video that this page polls. Only the loaded data knows whether it is a favorite, and whether its failure was refunded. */
function withLoadedData(video: ShownVideo, loaded: readonly ShownVideo[]): ShownVideo {
  const stored = loaded.find(({ id }) => id === video.id);
  if (!stored) return video;
  const isFailed = video.progress.phase === "failed" && stored.progress.phase === "failed";
  return { ...video, isFavorite: stored.isFavorite, progress: isFailed ? stored.progress : video.progress };
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
