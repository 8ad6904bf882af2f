import { Alert, Box, Button, CopyButton, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconAlertCircle from "@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs";
import IconCopy from "@tabler/icons-react/dist/esm/icons/IconCopy.mjs";
import IconDownload from "@tabler/icons-react/dist/esm/icons/IconDownload.mjs";
import IconFolderPlus from "@tabler/icons-react/dist/esm/icons/IconFolderPlus.mjs";
import IconHeart from "@tabler/icons-react/dist/esm/icons/IconHeart.mjs";
import IconHeartFilled from "@tabler/icons-react/dist/esm/icons/IconHeartFilled.mjs";
import IconLink from "@tabler/icons-react/dist/esm/icons/IconLink.mjs";
import IconRefresh from "@tabler/icons-react/dist/esm/icons/IconRefresh.mjs";
import IconShare from "@tabler/icons-react/dist/esm/icons/IconShare.mjs";
import IconTrash from "@tabler/icons-react/dist/esm/icons/IconTrash.mjs";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { ResultPicture, VideoPlayer } from "../generation/result-media";
import { usePromptText } from "../generation/use-prompt-text";
import { type Generation, isInProgress, typeOf } from "./generation";
import { GenerationFacts } from "./generation-facts";
import classes from "./generation-view.module.css";

/** What can be asked about a work, each in a dialog. */
export type GenerationDialog = "delete" | "share" | "collect";

interface GenerationViewProps {
  generation: Generation;
  isFavorite: boolean;
  onFavorite: () => void;
  onAsk: (dialog: GenerationDialog) => void;
}

export function GenerationView(props: GenerationViewProps) {
  const { generation } = props;
  const t = useTranslations("history.detail");
  const promptText = usePromptText();
  return (
    <Stack gap="md">
      <Result generation={generation} />
      {generation.status === "failed" ? <FailedNotice generation={generation} /> : null}
      <div>
        <Title order={3} size="sm" c="dimmed" fw={500} mb={4}>
          {t("prompt")}
        </Title>
        <Text className={classes["prompt"] ?? ""}>{promptText(generation.prompt)}</Text>
      </div>
      <GenerationActions {...props} />
      <GenerationFacts generation={generation} />
    </Stack>
  );
}

function Result({ generation: { type, resultUrl, prompt, width, height } }: { generation: Generation }) {
  const t = useTranslations("history.detail");
  const text = usePromptText()(prompt);
  if (!resultUrl) return null;
  return (
    <Box className={classes["result"] ?? ""}>
      {type === "video" ? (
        <VideoPlayer key={resultUrl} src={resultUrl} label={text} />
      ) : (
        <ResultPicture
          src={resultUrl}
          alt={text}
          openTitle={t("openFull")}
          width={width ?? undefined}
          height={height ?? undefined}
        />
      )}
    </Box>
  );
}

const ICON = { size: 16, stroke: 1.6, "aria-hidden": true } as const;

function GenerationActions({ generation, isFavorite, onFavorite, onAsk }: GenerationViewProps) {
  const t = useTranslations("history.detail");
  const tLibrary = useTranslations("library");
  const tSharing = useTranslations("sharing");
  const tCollections = useTranslations("collections");
  const HeartIcon = isFavorite ? IconHeartFilled : IconHeart;
  const tDelete = useTranslations("history.delete");
  const path = useLocalePath();
  const address = useAbsoluteUrl(path(`/history?${new URLSearchParams({ id: generation.id })}`));
  const rerunPath = path(`/${typeOf(generation)}?${new URLSearchParams({ from: generation.id })}`);
  const inProgress = isInProgress(generation);
  return (
    <div>
      <Group gap="xs">
        {generation.resultUrl ? (
          <Button
            component="a"
            href={`/history/${encodeURIComponent(generation.id)}/file`}
            download
            leftSection={<IconDownload {...ICON} />}
          >
            {t("download")}
          </Button>
        ) : null}
        <Button
          variant={isFavorite ? "light" : "default"}
          aria-pressed={isFavorite}
          leftSection={<HeartIcon {...ICON} />}
          onClick={onFavorite}
        >
          {tLibrary("favorite")}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFolderPlus {...ICON} />}
          aria-haspopup="dialog"
          onClick={() => onAsk("collect")}
        >
          {tCollections("addTitle")}
        </Button>
        {generation.resultUrl ? (
          <Button
            variant="default"
            leftSection={<IconShare {...ICON} />}
            aria-haspopup="dialog"
            onClick={() => onAsk("share")}
          >
            {tSharing("button")}
          </Button>
        ) : null}
        <Button component={Link} to={rerunPath} variant="default" leftSection={<IconRefresh {...ICON} />}>
          {t("rerun")}
        </Button>
        <CopyTextButton text={generation.prompt} label={t("copyPrompt")} icon={<IconCopy {...ICON} />} />
        <CopyTextButton text={address} label={t("copyLink")} icon={<IconLink {...ICON} />} />
        <Button
          variant="subtle"
          color="red"
          disabled={inProgress}
          leftSection={<IconTrash {...ICON} />}
          onClick={() => onAsk("delete")}
        >
          {tDelete("button")}
        </Button>
      </Group>
      {inProgress ? (
        <Text size="sm" c="dimmed" mt="xs">
          {tDelete("whenFinished")}
        </Text>
      ) : null}
    </div>
  );
}

function CopyTextButton({ text, label, icon }: { text: string; label: string; icon: ReactNode }) {
  const t = useTranslations("history.detail");
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button variant="default" leftSection={icon} onClick={copy}>
          <span aria-live="polite">{copied ? t("copied") : label}</span>
        </Button>
      )}
    </CopyButton>
  );
}

/** The path alone until hydration, then with the browser's origin. */
function useAbsoluteUrl(path: string): string {
  const [origin, setOrigin] = useState("");
  useEffect(() => setOrigin(window.location.origin), []);
  return `${origin}${path}`;
}

/** Shows why a generation failed and whether it was charged. */
function FailedNotice({ generation: { error, refunded } }: { generation: Generation }) {
  const t = useTranslations("history.failed");
  const reason = failureReason(error ?? "");
  const credits = refunded ? "refunded" : reason === "insufficientCredits" ? "notCharged" : "kept";
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />} title={t("title")} role="note">
      {error ? <div>{t(`reason.${reason}`, { said: error })}</div> : null}
      {t(credits)}
    </Alert>
  );
}

/** The service's own error messages, as they are stored. */
const REASONS = new Map([
  ["Insufficient credits", "insufficientCredits"],
  ["Interrupted", "interrupted"],
  ["Video generation timeout", "timeout"],
  ["No image generated", "noImage"],
  ["Failed to store the image", "notStored"],
  ["Failed to store the video", "notStored"],
  ["Failed to generate image", "image"],
  ["Failed to generate video", "video"],
  ["Video generation failed", "video"],
  ["The generation backend could not be reached", "unreachable"],
  ["The generation backend did not answer in time", "unreachable"],
  ["The connection to the generation backend was lost", "unreachable"],
  ["The generation backend failed", "unavailable"],
  ["The generation backend is busy", "unavailable"],
  ["The generation backend refused the request", "unavailable"],
  ["The generation backend gave an answer that cannot be read", "unavailable"],
] as const);

type FailureReason = (typeof REASONS extends Map<string, infer Reason> ? Reason : never) | "other";

/** Classifies a stored error message. `other` is a message of the provider. */
export function failureReason(error: string): FailureReason {
  const reasons: ReadonlyMap<string, FailureReason> = REASONS;
  return reasons.get(error) ?? "other";
}
