import { AspectRatio, Center, Text } from "@mantine/core";
import IconPlayerPlayFilled from "@tabler/icons-react/dist/esm/icons/IconPlayerPlayFilled.mjs";
import { useTranslations } from "use-intl/react";
import { type Generation, isOpen } from "./generation";
import classes from "./generation-media.module.css";

const RATIO = 4 / 3;
/** A moment into the video, for many begin black. */
const STILL = "#t=0.1";

/** A still of what was made, or a word in its place while there is nothing. It does nothing by itself: it stands in a link or beside one. */
export function GenerationMedia({ generation, ratio = RATIO }: { generation: Generation; ratio?: number }) {
  return (
    <AspectRatio ratio={ratio} className={classes["frame"] ?? ""}>
      <Media generation={generation} />
    </AspectRatio>
  );
}

function Media({ generation }: { generation: Generation }) {
  const t = useTranslations("generation");
  const { type, resultUrl, prompt } = generation;
  if (!resultUrl) {
    return (
      <Center className={isOpen(generation) ? (classes["working"] ?? "") : ""}>
        <Text size="sm" c="dimmed">
          {isOpen(generation) ? t("notReady") : t("noResult")}
        </Text>
      </Center>
    );
  }
  if (type !== "video") return <img src={resultUrl} alt={prompt} loading="lazy" decoding="async" />;
  return (
    <div className={classes["video"]}>
      <video src={`${resultUrl}${STILL}`} muted playsInline preload="metadata" tabIndex={-1} aria-hidden />
      <span className={classes["play"]}>
        <IconPlayerPlayFilled size={18} aria-hidden />
      </span>
    </div>
  );
}
