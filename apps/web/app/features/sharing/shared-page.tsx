import type { SharedWork } from "@app/services/sharing/share-links";
import { Anchor, Stack, Text, Title } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { ResultPicture, VideoPlayer } from "../generation/result-media";
import { usePromptText } from "../generation/use-prompt-text";
import classes from "./shared-page.module.css";

interface SharedPageProps {
  work: SharedWork;
  /** The address of the picture or video. */
  src: string;
}

/** A work that its owner shares, for anyone with the link. Says nothing about the owner. */
export function SharedPage({ work, src }: SharedPageProps) {
  const t = useTranslations("shared");
  const path = useLocalePath();
  const promptText = usePromptText();
  const { type, width, height } = work;
  const prompt = work.prompt === null ? null : promptText(work.prompt);
  const title = t(type);
  return (
    <Stack gap="md" maw={960} mx="auto">
      <Title order={1} size="h4">
        {title}
      </Title>
      <div className={classes["work"]}>
        {type === "video" ? (
          // A visitor has no button to download it.
          <VideoPlayer src={src} label={prompt ?? title} missingText={t("videoNotLoaded")} />
        ) : (
          // Its size reserves its place.
          <ResultPicture src={src} alt={prompt ?? title} width={width ?? undefined} height={height ?? undefined} />
        )}
      </div>
      {prompt === null ? null : (
        <div>
          <Title order={2} size="sm" c="dimmed" fw={500} mb={4}>
            {t("prompt")}
          </Title>
          <Text className={classes["prompt"] ?? ""}>{prompt}</Text>
        </div>
      )}
      <Anchor component={Link} to={path("/")} size="sm" w="fit-content">
        {t("made")}
      </Anchor>
    </Stack>
  );
}
