import { VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import type { VideoChoices } from "@app/core/video/video-choices";
import { Button, Stack } from "@mantine/core";
import IconSparkles from "@tabler/icons-react/dist/esm/icons/IconSparkles.mjs";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import { LowBalanceHint } from "../credits/low-balance-hint";
import { SegmentedChoice } from "../generation/choice";
import { PromptField } from "../generation/prompt-field";
import { ReferenceField } from "../generation/reference-field";
import type { ReferenceState } from "../generation/use-reference";
import type { VideoRequest } from "./use-video-generation";
import { VideoOptions } from "./video-options";
import { missingInput, toVideoRequest, VIDEO_MODES, type VideoSettings } from "./video-settings";

interface VideoFormProps {
  choices: VideoChoices;
  reference: ReferenceState;
  settings: VideoSettings;
  onSettings: (settings: VideoSettings) => void;
  onRequest: (request: VideoRequest) => void;
  isSubmitting: boolean;
}

/** What the video should show: from words, or from a picture. */
export function VideoForm(props: VideoFormProps) {
  const { choices, reference, settings, onSettings, onRequest, isSubmitting } = props;
  const t = useTranslations("video");
  const [wasSent, setWasSent] = useState(false);
  const imageUrl = reference.url.trim();
  const isFromImage = settings.mode === "image";
  const isUploading = isFromImage && reference.isBusy;
  const missing = missingInput(settings, imageUrl);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setWasSent(true);
    if (missing || isUploading || isSubmitting) return;
    setWasSent(false);
    onRequest(toVideoRequest(settings, imageUrl));
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="lg">
        <SegmentedChoice
          label={t("mode")}
          isLabelHidden
          options={VIDEO_MODES.map((mode) => ({ value: mode, label: t(`modeName.${mode}`) }))}
          value={settings.mode}
          onChange={(mode) => onSettings({ ...settings, mode })}
        />
        {isFromImage ? (
          <ReferenceField
            reference={reference}
            label={t("reference")}
            missing={wasSent && missing === "reference" && !isUploading ? t("referenceMissing") : null}
          />
        ) : null}
        <PromptField
          value={settings.prompt}
          onChange={(prompt) => onSettings({ ...settings, prompt })}
          placeholder={t(isFromImage ? "promptExampleImage" : "promptExample")}
          {...(isFromImage ? { description: t("promptOptional") } : {})}
          error={wasSent && missing === "prompt" ? t("promptMissing") : null}
        />
        <VideoOptions settings={settings} onSettings={onSettings} choices={choices} />
        <LowBalanceHint costCredits={VIDEO_COST_CREDITS} />
        <Button
          type="submit"
          size="md"
          loading={isSubmitting}
          disabled={isUploading}
          leftSection={<IconSparkles size={18} aria-hidden />}
        >
          {t("generate", { credits: VIDEO_COST_CREDITS })}
        </Button>
      </Stack>
    </form>
  );
}
