import type { ApiOutputs } from "@app/api/root";
import { Button, Stack } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import { ChatsIllustration, LibraryIllustration } from "~/ui/illustrations/works";
import { EmptyState } from "~/ui/page-layout";
import plain from "~/ui/plain-card.module.css";
import { GenerationGrid } from "../history/generation-grid";
import card from "./link-card.module.css";
import classes from "./recent-activity.module.css";

/** The latest images and videos, linked to the history. */
export function RecentWork({ generations }: { generations: ApiOutputs["me"]["dashboard"]["recentGenerations"] }) {
  const t = useTranslations("dashboard.recent");
  const path = useLocalePath();
  if (generations.length === 0) {
    const createButton = (
      <Button component={Link} to={path("/image")} variant="light">
        {t("make")}
      </Button>
    );
    return (
      <EmptyState illustration={<LibraryIllustration />} action={createButton}>
        {t("empty")}
      </EmptyState>
    );
  }
  const addressFor = ({ id }: { id: string }) => path(`/history?${new URLSearchParams({ id })}`);
  return <GenerationGrid generations={generations} addressFor={addressFor} />;
}

export function RecentChats({ chats }: { chats: ApiOutputs["me"]["dashboard"]["recentChats"] }) {
  const t = useTranslations("dashboard.chats");
  const path = useLocalePath();
  const format = useFormat();
  if (chats.length === 0) {
    const startButton = (
      <Button component={Link} to={path("/chat")} variant="light">
        {t("start")}
      </Button>
    );
    return (
      <EmptyState illustration={<ChatsIllustration />} action={startButton}>
        {t("empty")}
      </EmptyState>
    );
  }
  return (
    <Stack gap="xs">
      {chats.map((chat) => (
        <Link
          key={chat.id}
          to={path(`/chat/${chat.id}`)}
          className={`${plain["card"]} ${card["card"]} ${classes["chat"]}`}
        >
          <span className={classes["title"]}>{chat.title}</span>
          <span className={classes["date"]}>{format.date(chat.lastMessageAt)}</span>
        </Link>
      ))}
    </Stack>
  );
}
