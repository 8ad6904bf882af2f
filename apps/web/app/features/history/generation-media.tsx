import { Badge, Center, Stack } from "@mantine/core";
import IconHourglass from "@tabler/icons-react/dist/esm/icons/IconHourglass.mjs";
import IconPhotoOff from "@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs";
import IconPlayerPlayFilled from "@tabler/icons-react/dist/esm/icons/IconPlayerPlayFilled.mjs";
import { useTranslations } from "use-intl/react";
import { type Generation, isInProgress, statusOf } from "./generation";
import classes from "./generation-media.module.css";

/** Not the first frame: many videos start black. */
const THUMBNAIL_TIME_FRAGMENT = "#t=0.1";

interface GenerationMediaProps {
  generation: Generation;
  /** Icons only, without the status and the play button. */
  isSmall?: boolean;
}

/** A thumbnail, or the status while there is no result. Not interactive, because it is used within links. */
export function GenerationMedia({ generation, isSmall = false }: GenerationMediaProps) {
  return (
    <div className={classes["frame"]} data-small={isSmall || undefined}>
      {generation.resultUrl ? (
        <Thumbnail type={generation.type} src={generation.resultUrl} prompt={generation.prompt} isSmall={isSmall} />
      ) : (
        <MissingThumbnail generation={generation} isSmall={isSmall} />
      )}
    </div>
  );
}

function Thumbnail({ type, src, prompt, isSmall }: { type: string; src: string; prompt: string; isSmall: boolean }) {
  if (type !== "video") return <img src={src} alt={prompt} loading="lazy" decoding="async" />;
  return (
    <div className={classes["video"]}>
      <video src={`${src}${THUMBNAIL_TIME_FRAGMENT}`} muted playsInline preload="metadata" tabIndex={-1} aria-hidden />
      {isSmall ? null : (
        <span className={classes["play"]}>
          <IconPlayerPlayFilled size={18} aria-hidden />
        </span>
      )}
    </div>
  );
}

function MissingThumbnail({ generation, isSmall }: Required<GenerationMediaProps>) {
  const inProgress = isInProgress(generation);
  const Icon = inProgress ? IconHourglass : IconPhotoOff;
  return (
    <Center h="100%" className={inProgress ? (classes["pending"] ?? "") : ""}>
      <Stack align="center" gap="xs" c="dimmed">
        <Icon size={isSmall ? 20 : 32} stroke={1.4} aria-hidden />
        {isSmall ? null : <StatusBadge status={generation.status} />}
      </Stack>
    </Center>
  );
}

const COLORS = { pending: "gray", processing: "blue", completed: "mint", failed: "red" } as const;

export function StatusBadge({ status }: { status: string }) {
  const t = useTranslations("generation");
  const generationStatus = statusOf({ status });
  return (
    <Badge
      color={COLORS[generationStatus]}
      variant="light"
      tt="none"
      miw="max-content"
      className={classes["badge"] ?? ""}
      data-status={generationStatus}
    >
      {t(`status.${generationStatus}`)}
    </Badge>
  );
}
