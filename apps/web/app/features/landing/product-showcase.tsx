import { IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import { Badge, Card, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { useChatPrice } from "../credits/chat-price";
import classes from "./landing.module.css";

/** Chat, image and video, each with its cost and what it can do. */
export function ProductShowcase() {
  const t = useTranslations("landing");
  return (
    <div className={classes["bento"]}>
      <ShowcaseItem
        title={t("chat.title")}
        text={t("chat.text")}
        cost={t("chat.cost", { credits: useChatPrice() })}
        className={classes["wide"] ?? ""}
      >
        <ChatSample />
      </ShowcaseItem>
      <ShowcaseItem
        title={t("image.title")}
        text={t("image.text")}
        cost={t("image.cost", { credits: IMAGE_COST_CREDITS })}
      >
        <Points points={[t("image.points.styles"), t("image.points.several"), t("image.points.compare")]} />
      </ShowcaseItem>
      <ShowcaseItem
        title={t("video.title")}
        text={t("video.text")}
        cost={t("video.cost", { credits: VIDEO_COST_CREDITS })}
      >
        <Points points={[t("video.points.start"), t("video.points.leave"), t("video.points.keep")]} />
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
    <Card padding="xl" radius="xl" className={className}>
      <Stack gap="md" h="100%">
        <Stack gap={6}>
          <Group justify="space-between" gap="xs">
            <Title order={3}>{title}</Title>
            <Badge variant="light" color="coral" size="lg" tt="none">
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

function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className={classes["points"]}>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}

function ChatSample() {
  const t = useTranslations("landing");
  const bold = { b: (text: ReactNode) => <strong>{text}</strong> };
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
