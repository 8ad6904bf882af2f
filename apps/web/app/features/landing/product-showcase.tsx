import { CHAT_COST_CREDITS, IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import { Badge, Card, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import classes from "./landing.module.css";

/** Chat, image and video, each with its cost and a sample. */
export function ProductShowcase() {
  const t = useTranslations("landing");
  return (
    <div className={classes["bento"]}>
      <ShowcaseItem
        title={t("chat.title")}
        text={t("chat.text")}
        cost={t("chat.cost", { credits: CHAT_COST_CREDITS })}
        className={classes["wide"] ?? ""}
      >
        <ChatSample />
      </ShowcaseItem>
      <ShowcaseItem
        title={t("image.title")}
        text={t("image.text")}
        cost={t("image.cost", { credits: IMAGE_COST_CREDITS })}
      >
        <div className={classes["pair"]}>
          <div className={classes["media"]}>
            <img src="/samples/peaks.webp" width={800} height={560} loading="lazy" alt={t("samples.peaks")} />
          </div>
          <div className={classes["media"]}>
            <img src="/samples/city.webp" width={800} height={560} loading="lazy" alt={t("samples.city")} />
          </div>
        </div>
      </ShowcaseItem>
      <ShowcaseItem
        title={t("video.title")}
        text={t("video.text")}
        cost={t("video.cost", { credits: VIDEO_COST_CREDITS })}
      >
        <VideoSample />
      </ShowcaseItem>
    </div>
  );
}

interface ShowcaseItemProps {
  title: string;
  text: string;
  cost: string;
  className?: string;
  children: ReactNode;
}

function ShowcaseItem({ title, text, cost, className = "", children }: ShowcaseItemProps) {
  return (
    <Card padding="lg" className={className}>
      <Stack gap="md" h="100%">
        <Stack gap={6}>
          <Group justify="space-between" gap="xs">
            <Title order={3}>{title}</Title>
            <Badge variant="light" size="lg" tt="none">
              {cost}
            </Badge>
          </Group>
          <Text c="dimmed">{text}</Text>
        </Stack>
        {children}
      </Stack>
    </Card>
  );
}

function ChatSample() {
  const t = useTranslations("landing");
  const bold = { b: (text: React.ReactNode) => <strong>{text}</strong> };
  return (
    <figure className={classes["sample"]} aria-label={t("chat.sampleLabel")}>
      <Text className={classes["question"] ?? ""}>{t("chat.question")}</Text>
      <div className={classes["reply"]}>
        <Text>{t("chat.reply")}</Text>
        <ol className={classes["list"]}>
          <li>{t.rich("chat.first", bold)}</li>
          <li>{t.rich("chat.second", bold)}</li>
          <li>{t.rich("chat.third", bold)}</li>
        </ol>
      </div>
      <Text className={classes["question"] ?? ""}>{t("chat.followUp")}</Text>
      <div className={classes["reply"]}>
        <Text>
          {t("chat.lastReply")}
          <span className={classes["caret"]} aria-hidden />
        </Text>
      </div>
    </figure>
  );
}

/** Does not autoplay and loads nothing before it is played. */
function VideoSample() {
  const t = useTranslations("landing");
  return (
    <div className={`${classes["media"]} ${classes["video"]}`}>
      <video
        src="/samples/flight.mp4"
        poster="/samples/flight.webp"
        width={480}
        height={320}
        preload="none"
        controls
        muted
        loop
        playsInline
        aria-label={t("samples.flight")}
      />
    </div>
  );
}
