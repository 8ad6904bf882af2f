import { Center, Stack } from "@mantine/core";
import IconHourglass from "@tabler/icons-react/dist/esm/icons/IconHourglass.mjs";
import IconPhotoOff from "@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs";
import IconPlayerPlayFilled from "@tabler/icons-react/dist/esm/icons/IconPlayerPlayFilled.mjs";
import { type Generation, isOpen } from "./generation";
import classes from "./generation-media.module.css";
import { StatusBadge } from "./status-badge";

/** A moment into the video, for many begin black. */
const STILL = "#t=0.1";

interface GenerationMediaProps {
  generation: Generation;
  /** As small as a sign: without words. */
  isSmall?: boolean;
}

/** A still of what was made, or where it stands while there is nothing. It does nothing by itself: it stands in a link or beside one. */
export function GenerationMedia({ generation, isSmall = false }: GenerationMediaProps) {
  return (
    <div className={classes["frame"]} data-small={isSmall || undefined}>
      {generation.resultUrl ? (
        <Still type={generation.type} src={generation.resultUrl} prompt={generation.prompt} isSmall={isSmall} />
      ) : (
        <NoStill generation={generation} isSmall={isSmall} />
      )}
    </div>
  );
}

function Still({ type, src, prompt, isSmall }: { type: string; src: string; prompt: string; isSmall: boolean }) {
  if (type !== "video") return <img src={src} alt={prompt} loading="lazy" decoding="async" />;
  return (
    <div className={classes["video"]}>
      <video src={`${src}${STILL}`} muted playsInline preload="metadata" tabIndex={-1} aria-hidden />
      {isSmall ? null : (
        <span className={classes["play"]}>
          <IconPlayerPlayFilled size={18} aria-hidden />
        </span>
      )}
    </div>
  );
}

function NoStill({ generation, isSmall }: Required<GenerationMediaProps>) {
  const isBeingMade = isOpen(generation);
  const Icon = isBeingMade ? IconHourglass : IconPhotoOff;
  return (
    <Center h="100%" className={isBeingMade ? (classes["working"] ?? "") : ""}>
      <Stack align="center" gap="xs" c="dimmed">
        <Icon size={isSmall ? 20 : 32} stroke={1.4} aria-hidden />
        {isSmall ? null : <StatusBadge status={generation.status} />}
      </Stack>
    </Center>
  );
}
